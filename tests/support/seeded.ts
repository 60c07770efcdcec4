import fc from 'fast-check';
import { proofs } from './proofs';

// A fixed seed, so that two runs of one commit are equal; the proofs draw a new one each time, and fast-check prints it
// on failure.
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(proofs ? {} : { seed: 20_260_131 }) });
