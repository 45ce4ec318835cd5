//! What a server writes, on its way to the client.

use std::io::Read;

use untrusted_filter::Filter;
use untrusted_filter::mcp::McpFilter;

use super::super::args::{Args, InputFormat};
use super::super::exit::Outcome;
use super::super::flight::mcp::{Teller, build, one};
use super::super::flight::{Report, refusal};
use super::super::{fence, policy, revealed};

/// The filter, and where it tells of what it does.
pub(crate) struct Relay {
    filter: McpFilter,
    report: Report,
}

impl Relay {
    /// What the flags describe, or what is wrong with them.
    pub(crate) fn new(args: &Args) -> Result<Self, String> {
        let format = args.flight.input.unwrap_or(InputFormat::Mcp);
        if format != InputFormat::Mcp {
            return Err(
                "--exec runs a server of the Model Context Protocol: leave out --input".into()
            );
        }
        if let Some(message) = refusal(format, args) {
            return Err(message.into());
        }
        let fence = fence(args)?.map(|(_, fence)| fence);
        let filter = revealed(Filter::new(&policy(args)?), args);
        let report = Report::open(args.flight.report.as_deref())?;
        Ok(Self { filter: build(filter, fence.as_ref(), args), report })
    }

    /// Passes on what comes, each message as it ends.
    pub(crate) fn run(self, server: impl Read) -> Outcome {
        let Self { mut filter, mut report } = self;
        let mut teller = Teller::new(&mut report, false);
        let outcome = match one(server, &mut filter, &mut teller) {
            Ok(()) => Outcome::Clean,
            Err(error) => error.tell("the server"),
        };
        let told = teller.finish(filter.is_changed());
        outcome.max(told).max(report.finish())
    }
}
