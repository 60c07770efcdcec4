import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sm2 } from 'sm-crypto';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { StartRefusal } from '@server/base/startRefusal';
import { startMockPlatform } from '@server/features/platforms/mock/mockPlatform';
import { type Command, pathOf } from './command';

const { mock: mockTexts } = operatorTexts;
const usualPort = 8099;

interface CodeLists {
  readonly items: { has(code: string): boolean };
  readonly areas: { has(code: string): boolean };
  readonly factors: { has(code: string): boolean };
}

const anyOf = (pattern: RegExp) => ({ has: (code: string) => pattern.test(code) });

/**
 * Reads the code lists that the test receiver accepts; without a file it accepts every code of the right form.
 * @throws StartRefusal for a file that can't be read
 */
function listsOf(file: string | undefined): CodeLists {
  if (file === undefined) return { items: anyOf(/^1[123]\d{4}$/), areas: anyOf(/^\d{9}$/), factors: anyOf(/^.+$/) };
  try {
    const wantedCodes = JSON.parse(readFileSync(pathOf(file), 'utf8')) as Readonly<Record<string, unknown>>;
    const set = (name: string) =>
      new Set(Array.isArray(wantedCodes[name]) ? (wantedCodes[name] as unknown[]).map(String) : []);
    return { items: set('items'), areas: set('areas'), factors: set('factors') };
  } catch {
    throw new StartRefusal(mockTexts.badLists(file));
  }
}

/**
 * Runs `mock-platform [PORT] [LISTS.json]`, which receives reports as the platforms do, until it is stopped. It
 * creates and prints new accounts and keys at each start; they are valid for this receiver only.
 */
export const mockPlatform: Command = async (_env, [port, file], output) => {
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new StartRefusal(mockTexts.badPort(port));
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const sm = sm2.generateKeyPairHex();
  const key = randomBytes(12).toString('base64url');
  const { factors, ...lists } = listsOf(file);
  const mock = await startMockPlatform({
    port: Number(port ?? usualPort),
    provincial: [{ userId: 'train', password: key, publicKey: rsa.publicKey }],
    lists,
    county: { orgKey: key, orgId: 'train' },
    factors,
    survey: { token: key, organization: 'train' },
    generic: (['bearer', 'md5', 'hmacSha256', 'hmacSm3', 'rsaSha256', 'sm2'] as const).map((signing) => ({
      account: signing,
      signing,
      key: signing === 'rsaSha256' ? rsa.publicKey : signing === 'sm2' ? sm.publicKey : key,
    })),
    now: () => new Date(),
    skewMinutes: 10,
    onAnswer: (path, answer) => output.line(`${path}  ${answer.slice(0, 300)}`),
  });
  for (const line of mockTexts.started(mock.url, key, sm.privateKey, rsa.privateKey)) output.line(line);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  await mock.close();
  return 0;
};
