// The contract's, under the name by which the server's files know it.
export { formatDay, formatMoment, parseMoment } from '@contract/zone';
