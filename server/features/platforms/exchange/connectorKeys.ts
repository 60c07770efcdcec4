import { platformTexts } from '@contract/features/platforms/platformTexts';
import { decryptSecret } from '@server/base/secretEncryption';
import type { Services } from '@server/services';
import type { StoredConnector } from '../queuePushes';
import type { Credentials } from './exchangeSteps';

// Secrets of a connector, decrypted for one request.

/**
 * Returns the secrets of a connector; empty texts if none is set.
 * @returns a sentence if a secret can't be decrypted
 */
export function keysOf(
  { env }: Pick<Services, 'env'>,
  { account, apiKeyStored, signingKeyStored }: StoredConnector,
): (Credentials & { readonly secrets: readonly string[] }) | { readonly refused: string } {
  const key = apiKeyStored === null ? '' : decryptSecret(env, apiKeyStored);
  const signingKey = signingKeyStored === null ? '' : decryptSecret(env, signingKeyStored);
  if (key === undefined || signingKey === undefined) return { refused: platformTexts.keyUnreadable };
  return { account: account ?? '', key, signingKey, secrets: [key, signingKey].filter(Boolean) };
}
