//! Findings → output: who is told?
