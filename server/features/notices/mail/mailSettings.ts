import type { Env } from '@server/base/env';

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** True: TLS from the first byte. False: STARTTLS. */
  readonly secure: boolean;
  /** True: continues without TLS if the server offers none. */
  readonly plainAllowed: boolean;
  readonly login: { readonly user: string; readonly pass: string } | null;
  readonly from: string;
  /** Timeout in s of each step of a session. */
  readonly timeout: number;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/**
 * Parses `smtp(s)://user:password@host:port?tls=off&timeout=20`; null without a URL. A password is sent to another
 * host only with TLS, unless `tls=off` confirms the risk.
 */
export function mailSettingsOf({ smtpUrl, mailFrom }: Pick<Env, 'smtpUrl' | 'mailFrom'>): MailSettings | null {
  if (!smtpUrl || !mailFrom) return null;
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const timeout = Number(url.searchParams.get('timeout'));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    plainAllowed: url.searchParams.get('tls') === 'off' || user === '' || loopback.test(url.hostname),
    login: user === '' ? null : { user, pass: decodeURIComponent(url.password) },
    from: mailFrom,
    timeout: timeout >= 1 && timeout <= 300 ? timeout : 30,
  };
}
