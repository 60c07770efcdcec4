// Re-exports the contract's functions for the server's files.
export { formatDay, formatMoment, parseMoment } from '@contract/zone';
