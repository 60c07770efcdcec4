import { and, eq, isNull } from 'drizzle-orm';
import type { UsedMailServer } from '@contract/features/notices/mailNotices';
import type { Env } from '@server/base/env';
import { decryptSecret } from '@server/base/secretEncryption';
import type { Orm } from '@server/db/orm';
import { mailServerTable } from '@server/db/schema';
import type { Services } from '@server/services';

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

const loopbackPattern = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

/**
 * Returns the settings of the environment by parsing `smtp(s)://user:password@host:port?tls=off&timeout=20`; null
 * without a URL. A password is sent to another host only with TLS, unless `tls=off` confirms the risk.
 */
export function mailSettingsFromEnvironment({
  smtpUrl,
  mailFrom,
}: Pick<Env, 'smtpUrl' | 'mailFrom'>): MailSettings | null {
  if (!smtpUrl || !mailFrom) return null;
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const timeout = Number(url.searchParams.get('timeout'));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    plainAllowed: url.searchParams.get('tls') === 'off' || user === '' || loopbackPattern.test(url.hostname),
    login: user === '' ? null : { user, pass: decodeURIComponent(url.password) },
    from: mailFrom,
    timeout: timeout >= 1 && timeout <= 300 ? timeout : 30,
  };
}

/** Returns the settings that an administrator entered in 邮件设置 of the console; null where none are in use. */
async function mailSettingsFromConsole(env: Env, orm: Orm): Promise<MailSettings | null> {
  const [row] = await orm
    .select()
    .from(mailServerTable)
    .where(and(isNull(mailServerTable.deleteTime), eq(mailServerTable.active, true)))
    .limit(1);
  if (!row) return null;
  // A password that another key encrypted can't be read. The mail server then refuses the login; the administrator sees
  // that refusal in the answer to a test letter and among the background jobs.
  const pass = row.passwordStored === null ? '' : (decryptSecret(env, row.passwordStored) ?? '');
  return {
    host: row.host,
    port: row.port,
    secure: row.encryption === 'tls',
    plainAllowed: row.encryption === 'none',
    login: row.account ? { user: row.account, pass } : null,
    from: row.sender,
    timeout: 30,
  };
}

/**
 * Returns the settings for sending mail: those of the environment, else those of the console; null where neither is
 * set.
 */
export const usedMailSettings = async (
  { env, database }: Pick<Services, 'env' | 'database'>,
  orm: Orm = database.orm,
): Promise<MailSettings | null> => mailSettingsFromEnvironment(env) ?? (await mailSettingsFromConsole(env, orm));

/** Returns what an administrator may see of the settings that are used: neither account nor password. */
export async function usedMailServer(services: Pick<Services, 'env' | 'database'>): Promise<UsedMailServer | null> {
  const settings = await usedMailSettings(services);
  return (
    settings && {
      address: `${settings.host}:${settings.port}`,
      from: settings.from,
      byEnvironment: mailSettingsFromEnvironment(services.env) !== null,
    }
  );
}
