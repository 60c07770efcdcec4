import { proofs } from './proofs';

/**
 * Whether the processes of the tests hash passwords cheaply (tests/support/quickScrypt.mjs): in Vitest outside of the
 * proofs. All processes of a run agree, since one reads the hashes of another.
 */
export const isScryptQuick = Boolean(process.env['VITEST']) && !proofs;

/** Options of Node for a product that tests start. */
export const scryptOptions = isScryptQuick ? `--import ${new URL('quickScrypt.mjs', import.meta.url).href}` : '';
