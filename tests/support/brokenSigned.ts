import { signatureCheckTexts } from '@contract/workflow/signatureTexts';
import { verifyInstallation } from '@server/signing/verifyInstallation';
import type { TestServer } from './server';

const bare = signatureCheckTexts.unsignedState('', 0, '').split('，').at(-1) ?? '';

/**
 * Returns what the verification of signatures, states, papers and files finds, without rows that were never moved:
 * those that the tests write into the database are such rows.
 */
export const brokenSigned = async ({ services }: Pick<TestServer, 'services'>): Promise<string[]> =>
  (await verifyInstallation(services)).broken.filter((one) => !one.endsWith(bare));
