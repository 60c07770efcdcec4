import { generateKeyPairSync } from 'node:crypto';
import { sm2 } from 'sm-crypto';
import { startMockPlatform } from '@server/features/platforms/mock/mockPlatform';
import { exampleCreditCode, exchangeSettings, importedCodes } from './exchangeModels';

/** Starts a receiver with an account of each kind, and returns the keys of the accounts. */
export async function exampleReceiver(now: () => Date) {
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const sm = sm2.generateKeyPairHex();
  const password = 'P-7c1e-very-secret';
  const orgKey = 'O-93ab-very-secret';
  const shared = 'S-18dd-very-secret';
  const mock = await startMockPlatform({
    port: 0,
    provincial: [{ userId: exchangeSettings.account, password, publicKey: rsa.publicKey }],
    lists: {
      items: new Set(importedCodes.filter(({ table }) => table === 'hazard').map(({ code }) => code)),
      areas: new Set(['330110000']),
    },
    county: [{ orgCode: exampleCreditCode, orgName: '甲检测中心', orgKey, orgId: exchangeSettings.account }],
    factors: new Set(importedCodes.filter(({ table }) => table === 'hazard').map(({ code }) => code)),
    survey: { token: 'T-44', organization: exampleCreditCode },
    generic: [
      { account: 'b', signing: 'bearer', key: shared },
      { account: 'md5', signing: 'md5', key: shared },
      { account: 'hmacSha256', signing: 'hmacSha256', key: shared },
      { account: 'hmacSm3', signing: 'hmacSm3', key: shared },
      { account: 'rsaSha256', signing: 'rsaSha256', key: rsa.publicKey },
      { account: 'sm2', signing: 'sm2', key: sm.publicKey },
    ],
    now,
    skewMinutes: 10,
  });
  return { mock, rsaKey: rsa.privateKey, smKey: sm.privateKey, password, orgKey, shared };
}
