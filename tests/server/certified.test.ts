import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { certifiedTexts, verifyReportTexts } from '@contract/workflow/certifiedTexts';
import { parseEnv } from '@server/base/env';
import { runCommand } from '@server/commands/runCommand';
import { makePdf } from '@server/print/makePdf';
import { openP12 } from '@server/signing/certified/openP12';
import {
  factsOf,
  type MadeCertificate,
  generateSigningKeys,
  makeCertificate,
} from '@server/signing/certified/signingCertificates';
import { signPdf } from '@server/signing/certified/signPdf';
import { isSignedAndUnchanged, verifyPdf } from '@server/signing/certified/verifyPdf';
import { measured } from '../support/measured';
import { timestampServer } from '../support/timestampServer';

// A signed PDF by itself: no database. Whatever openssl and pdfsig say is said of the same bytes.

const house = '职安检测有限公司';
const from = new Date('2026-01-01T00:00:00Z');
const until = new Date('2036-01-01T00:00:00Z');
const at = new Date('2026-11-26T08:00:00Z');
let directory: string;
let authority: MadeCertificate;
let organization: MadeCertificate;
let person: MadeCertificate;
let plain: Uint8Array;

const signers = () => [
  { ...person, name: '张三', reason: '签发' },
  { ...organization, name: house, reason: '签发' },
];
const signed = async (tsa: Parameters<typeof signPdf>[1]['authority'] = null) =>
  signPdf(plain, { at, signers: signers(), authority: tsa });
const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: directory, encoding: 'utf8' });
const keep = (name: string, bytes: Uint8Array | string): string => {
  writeFileSync(join(directory, name), bytes);
  return join(directory, name);
};
const lastCms = (bytes: Buffer): Buffer => {
  const [hole = 0, after = 0] =
    [...bytes.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+)/g)].at(-1)?.slice(1).map(Number) ?? [];
  return Buffer.from(bytes.toString('latin1', hole + 1, after - 1), 'hex');
};
const pemOf = (der: Uint8Array): string => new X509Certificate(der).toString();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'occhealth-certified-'));
  const named = { organization: house };
  authority = await makeCertificate({
    keys: await generateSigningKeys('authority'),
    subject: { ...named, commonName: `${house}数字证书` },
    from,
    until,
    issuer: null,
  });
  [organization, person] = await Promise.all([
    makeCertificate({
      subject: { ...named, commonName: house },
      from,
      until,
      issuer: authority,
      keys: await generateSigningKeys('signer'),
    }),
    makeCertificate({
      subject: { ...named, commonName: '张三', account: 'zhangsan' },
      from,
      until,
      issuer: authority,
      keys: await generateSigningKeys('signer'),
    }),
  ]);
  plain = await makePdf(
    {
      title: '检测报告',
      agency: house,
      corner: '',
      // A paper of the present edition, whose file has tags.
      face: 'serif',
      blocks: [
        { kind: 'heading', text: '结论' },
        { kind: 'lines', lines: ['甲苯'] },
      ],
      signers: [],
      foot: '',
    },
    house,
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('PDF signed by certificate', () => {
  it('a PDF signed by certificate says who signed and when, and openssl and pdfsig find both signatures valid', async () => {
    const { bytes, unstamped } = await signed();
    expect(unstamped).toBeNull();
    expect(Buffer.from(bytes.subarray(0, plain.length)).equals(Buffer.from(plain))).toBe(true);
    const verdicts = await verifyPdf(bytes);
    expect(isSignedAndUnchanged(verdicts)).toBe(true);
    expect(verdicts).toMatchObject([
      { intact: true, chained: true, coversWholeFile: false, at, certificate: { holder: '张三', organization: house } },
      {
        intact: true,
        chained: true,
        coversWholeFile: true,
        at,
        certificate: { holder: house, fingerprint: factsOf(organization.der).fingerprint },
      },
    ]);
    keep('authority.pem', pemOf(authority.der));
    const ranges = [...bytes.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)/g)];
    expect(ranges).toHaveLength(2);
    for (const [, hole = '', after = '', rest = ''] of ranges) {
      const [one, two, three] = [hole, after, rest].map(Number) as [number, number, number];
      keep('content', Buffer.concat([bytes.subarray(0, one), bytes.subarray(two, two + three)]));
      keep('cms', Buffer.from(bytes.toString('latin1', one + 1, two - 1), 'hex'));
      const said = run(
        'openssl',
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'der',
        '-in',
        'cms',
        '-content',
        'content',
        '-CAfile',
        'authority.pem',
        '-purpose',
        'any',
        '-out',
        'out',
      );
      expect(said.stderr).toContain('CAdES Verification successful');
    }
    const { stdout } = run('pdfsig', keep('signed.pdf', bytes));
    expect(stdout.match(/Signature is Valid/g)).toHaveLength(2);
    expect(stdout).toContain('ETSI.CAdES.detached');
    expect(stdout).toContain('Total document signed');
  });

  it('a PDF signed by certificate is invalid after each of 200 changed bytes, spread over the whole file', async () => {
    const { bytes } = await signPdf(plain, { at, signers: signers().slice(1), authority: null });
    const wrong: number[] = [];
    for (let no = 0; no < 200; no += 1) {
      const place = Math.floor(((no + 0.5) * bytes.length) / 200);
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ (1 << (no % 8));
      if (isSignedAndUnchanged(await verifyPdf(changed))) wrong.push(place);
    }
    expect(wrong).toEqual([]);
    const longer = Buffer.concat([bytes, Buffer.from('\n% more\n')]);
    expect(isSignedAndUnchanged(await verifyPdf(longer))).toBe(false);
    expect(isSignedAndUnchanged(await verifyPdf(plain))).toBe(false);
    measured('200 个改动的字节全部判为无效');
  });

  it('a changed PDF signed by certificate is found invalid by pdfsig too', async () => {
    const { bytes } = await signed();
    const changed = Buffer.from(bytes);
    changed[Math.floor(plain.length / 2)] = (changed[Math.floor(plain.length / 2)] ?? 0) ^ 1;
    expect(run('pdfsig', keep('changed.pdf', changed)).stdout).not.toContain('Signature is Valid');
  });
});

describe('a timestamp', () => {
  it('a timestamp is part of the PDF’s signatures, and openssl finds it valid', async () => {
    const tsa = await timestampServer();
    onTestFinished(tsa.close);
    const { bytes, unstamped } = await signed({ url: tsa.url, localAllowed: true });
    expect(unstamped).toBeNull();
    const verdicts = await verifyPdf(bytes);
    expect(isSignedAndUnchanged(verdicts)).toBe(true);
    for (const { stampedAt } of verdicts)
      expect(Math.abs(Date.now() - (stampedAt?.getTime() ?? 0))).toBeLessThan(60_000);
    expect(tsa.asked()).toBe(2);
    keep('cms', await lastCms(bytes));
    expect(run('openssl', 'cms', '-cmsout', '-print', '-inform', 'der', '-in', 'cms').stdout).toContain(
      'id-smime-aa-timeStampToken',
    );
    expect(run('pdfsig', keep('stamped.pdf', bytes)).stdout.match(/Signature is Valid/g)).toHaveLength(2);
  });

  it.each<[string, (answer: Buffer) => Buffer | null, string]>([
    ['is not one at all', () => Buffer.from('<html>'), certifiedTexts.timestampBad],
    [
      'is changed in its last byte',
      (answer) => (answer.writeUInt8(answer.readUInt8(answer.length - 1) ^ 1, answer.length - 1), answer),
      certifiedTexts.timestampBad,
    ],
    ['is larger than any', () => Buffer.alloc(70_000), certifiedTexts.timestampBad],
  ])(
    'a timestamp authority that %s leaves the signature without a timestamp, and a message says so',
    async (_, change, said) => {
      const tsa = await timestampServer(change);
      onTestFinished(tsa.close);
      const { bytes, unstamped } = await signed({ url: tsa.url, localAllowed: true });
      expect(unstamped).toBe(said);
      expect(tsa.asked()).toBe(1);
      const verdicts = await verifyPdf(bytes);
      expect(isSignedAndUnchanged(verdicts)).toBe(true);
      expect(verdicts.map(({ stampedAt }) => stampedAt)).toEqual([null, null]);
    },
  );

  it('a timestamp is not requested from an address in the internal network that a person entered', async () => {
    const tsa = await timestampServer();
    onTestFinished(tsa.close);
    expect((await signed({ url: tsa.url, localAllowed: false })).unstamped).toBe(certifiedTexts.timestampInside);
    expect(tsa.asked()).toBe(0);
    const closed = { url: 'http://127.0.0.1:9/tsa', localAllowed: true };
    expect((await signed(closed)).unstamped).toBe(certifiedTexts.timestampUnreachable);
  });
});

describe('p12 file with a certificate', () => {
  const made = (...args: string[]): Buffer => {
    keep('key.pem', organization.key);
    keep('own.pem', pemOf(organization.der));
    keep('authority.pem', pemOf(authority.der));
    const { status, stderr } = run(
      'openssl',
      'pkcs12',
      '-export',
      '-inkey',
      'key.pem',
      '-in',
      'own.pem',
      '-certfile',
      'authority.pem',
      '-passout',
      'pass:Secret 1a',
      '-out',
      'file.p12',
      ...args,
    );
    expect(status, stderr).toBe(0);
    return readFileSync(join(directory, 'file.p12'));
  };

  it.each([
    ['of today (AES)', []],
    [
      'of an older Windows (3DES, RC2)',
      ['-legacy', '-certpbe', 'PBE-SHA1-RC2-40', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
    ],
  ])('a p12 file %s is opened, with its certificate chain', async (_, args) => {
    const { key, chain } = await openP12(made(...args), 'Secret 1a');
    expect(chain.map((der) => factsOf(der).holder)).toEqual([house, `${house}数字证书`]);
    expect(chain.map((der) => Buffer.from(der))).toEqual(
      [organization.der, authority.der].map((der) => Buffer.from(der)),
    );
    const { bytes } = await signPdf(plain, {
      at,
      signers: [{ key, chain, name: house, reason: '签发' }],
      authority: null,
    });
    expect(isSignedAndUnchanged(await verifyPdf(bytes))).toBe(true);
  });

  it('a p12 file with an elliptic-curve key can sign as well', async () => {
    run(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      'ec.key',
      '-out',
      'ec.pem',
      '-days',
      '3650',
      '-subj',
      '/CN=EC',
    );
    run('openssl', 'pkcs12', '-export', '-inkey', 'ec.key', '-in', 'ec.pem', '-passout', 'pass:x', '-out', 'ec.p12');
    const { key, chain } = await openP12(readFileSync(join(directory, 'ec.p12')), 'x');
    const { bytes } = await signPdf(plain, {
      at: new Date(),
      signers: [{ key, chain, name: 'EC', reason: '签发' }],
      authority: null,
    });
    expect(await verifyPdf(bytes)).toMatchObject([{ intact: true, coversWholeFile: true }]);
    expect(run('pdfsig', keep('ec.pdf', bytes)).stdout).toContain('Signature is Valid');
  });

  it('a p12 file is refused with a sentence for a wrong password, no p12 file, no key, or a short key', async () => {
    await expect(openP12(made(), '别的')).rejects.toThrow(certifiedTexts.wrongP12Password);
    await expect(openP12(Buffer.from('something else'), 'Secret 1a')).rejects.toThrow(certifiedTexts.notP12);
    await expect(openP12(Buffer.alloc(300_000), 'Secret 1a')).rejects.toThrow(certifiedTexts.notP12);
    await expect(openP12(made('-nokeys'), 'Secret 1a')).rejects.toThrow(certifiedTexts.emptyP12);
    run(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:1024',
      '-nodes',
      '-keyout',
      'short.key',
      '-out',
      'short.pem',
      '-subj',
      '/CN=S',
    );
    run(
      'openssl',
      'pkcs12',
      '-export',
      '-inkey',
      'short.key',
      '-in',
      'short.pem',
      '-passout',
      'pass:x',
      '-out',
      's.p12',
    );
    await expect(openP12(readFileSync(join(directory, 's.p12')), 'x')).rejects.toThrow(certifiedTexts.keyShort);
  });
});

describe('the command verify-report', () => {
  const verify = async (bytes: Uint8Array) => {
    const said: string[] = [];
    const say = { line: (text: string) => void said.push(text), warning: (text: string) => void said.push(text) };
    const dataDir = join(directory, 'nothing');
    const code = await runCommand(parseEnv({ DATA_DIR: dataDir }), 'verify-report', [keep('asked.pdf', bytes)], say);
    return { code, said: said.slice(1) };
  };
  const noDatabase = () => verifyReportTexts.noDatabase(join(directory, 'nothing'));

  it('the command verify-report prints signers and times, and says that the signatures are valid', async () => {
    const { code, said } = await verify((await signed()).bytes);
    expect(code).toBe(0);
    expect(said[0]).toMatch(
      new RegExp(
        `^签名1：张三（${house}），签名时间 2026-11-26 16:00:00（签名人时钟），由${house}数字证书颁发，指纹[0-9a-f]{64}，有效$`,
      ),
    );
    expect(said.slice(2)).toEqual([verifyReportTexts.whole(2), noDatabase()]);
  });

  it('the command verify-report refuses a changed file, and one without signatures, with exit code 1', async () => {
    const { bytes } = await signed();
    const changed = Buffer.from(bytes);
    changed[200] = (changed[200] ?? 0) ^ 1;
    const { code, said } = await verify(changed);
    expect([code, said.at(-2)]).toEqual([1, verifyReportTexts.notWhole]);
    expect(await verify(plain)).toEqual({ code: 1, said: [verifyReportTexts.unsigned, noDatabase()] });
    expect((await verify(Buffer.from('no PDF'))).code).toBe(1);
  });
});
