//! `--exec`: a server of the Model Context Protocol behind the filter, as one line in a client's
//! configuration. No server outlives its client.

mod activity;
mod group;
mod pump;
mod relay;
mod server;
mod watch;

pub(crate) use self::server::run;
pub(crate) use self::watch::watch;
