import { timingSafeEqual } from 'node:crypto';
import { hmacHex, md5Hex, rsaFits, sm2Fits } from '../exchange/signatureAlgorithms';
import { signedText, type SigningMethod } from '../exchange/signedHeaders';

// Receiver of generic connectors: JSON with a bearer token or a signature. It checks the clock and refuses replays.

export interface GenericAccount {
  readonly account: string;
  readonly signing: SigningMethod;
  /** Shared key, or the public key that verifies signatures. */
  readonly key: string;
}

export interface GenericMock {
  /** Accepted bodies by idempotency key. */
  readonly acceptedBodies: Map<string, Readonly<Record<string, unknown>>>;
  receive(
    headers: Readonly<Record<string, string | undefined>>,
    body: string,
  ): { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
}

/** HTTP status of an answer. */
const statusOfFault = { unknown: 401, malformed: 400 } as const;

const refusalAnswer = (statusKey: keyof typeof statusOfFault, message: string) => ({
  status: statusOfFault[statusKey],
  body: { code: String(statusOfFault[statusKey]), message },
});

const isSameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));

function hasValidSignature({ signing, key }: GenericAccount, text: string, signature: string): boolean {
  if (signing === 'rsaSha256') return rsaFits(key, text, signature);
  if (signing === 'sm2') return sm2Fits(key, text, signature);
  if (signing === 'md5') return isSameText(md5Hex(`${text}\n${key}`), signature);
  return isSameText(hmacHex(signing === 'hmacSm3' ? 'sm3' : 'sha256', key, text), signature);
}

/** Starts a receiver without reports. */
export function genericMock(accounts: readonly GenericAccount[], now: () => Date, skewMinutes: number): GenericMock {
  const takenReports = new Map<string, Readonly<Record<string, unknown>>>();
  const nonces = new Set<string>();

  /** Returns the reason why a request is refused. */
  function refusal(headers: Readonly<Record<string, string | undefined>>, body: string): string | null {
    const bearer = headers['authorization'];
    if (bearer !== undefined)
      return accounts.some(({ signing, key }) => signing === 'bearer' && isSameText(`Bearer ${key}`, bearer))
        ? null
        : '密钥不正确';
    const at = (name: string) => headers[name] ?? '';
    const account = accounts.find(
      (candidate) => candidate.account === at('x-account') && candidate.signing !== 'bearer',
    );
    if (!account) return '没有该账号';
    const [time, nonce] = [at('x-timestamp'), at('x-nonce')];
    if (!/^\d{13}$/.test(time) || Math.abs(Number(time) - now().getTime()) > skewMinutes * 60_000)
      return `时间与平台相差超过${skewMinutes}分钟`;
    if (!/^[\w-]{16,64}$/.test(nonce)) return '缺少随机数';
    if (!hasValidSignature(account, signedText(time, nonce, body), at('x-signature'))) return '签名不符';
    if (nonces.has(nonce)) return '重复的请求';
    nonces.add(nonce);
    return null;
  }

  return {
    acceptedBodies: takenReports,
    receive(headers, body) {
      const reason = refusal(headers, body);
      if (reason) return refusalAnswer('unknown', reason);
      let parsedBody: Readonly<Record<string, unknown>>;
      try {
        parsedBody = JSON.parse(body) as Readonly<Record<string, unknown>>;
      } catch {
        return refusalAnswer('malformed', '不是JSON');
      }
      const key = headers['idempotency-key'] ?? '';
      if (key === '') return refusalAnswer('malformed', '缺少推送标识');
      if (takenReports.has(key)) return { status: 409, body: { code: 'duplicate', message: '报告已接收' } };
      takenReports.set(key, parsedBody);
      return { status: 200, body: { code: '200', message: '接收成功', receiptNo: `G${takenReports.size}` } };
    },
  };
}
