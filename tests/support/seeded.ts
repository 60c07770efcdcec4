import fc from 'fast-check';
import { proofs } from './proofs';

// One seed, so that two runs of one commit end alike; the proofs draw a new one each time, and fast-check names it
// where something fails.
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(proofs ? {} : { seed: 20_260_131 }) });
