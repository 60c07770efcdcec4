import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { rules } from '@contract/rules';
import { parseEnvFile } from './envFile';
import { root } from './root';
import { databaseAddress, directoryPath, gigabytes, isAgeRecipient, onOff, urlField } from './settingKinds';
import { StartRefusal } from './startRefusal';
import { proxyList, type TrustedProxies } from './trustedProxies';
import { unknownSettings } from './unknownSettings';

const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

/**
 * Parses the public key for updates.
 * @param text path of a PEM file, or SPKI as base64
 * @returns SPKI as base64; null for anything but a public Ed25519 key
 */
function updateKeyOf(text: string): string | null {
  try {
    const key = /^[A-Za-z0-9+/]{40,200}={0,2}$/.test(text)
      ? createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
      : createPublicKey(readFileSync(text, 'utf8'));
    if (key.asymmetricKeyType !== 'ed25519') return null;
    return key.export({ type: 'spki', format: 'der' }).toString('base64');
  } catch {
    return null;
  }
}

/** Returns the key object of `updateKey`, for verifying signatures. */
export const keyOfUpdates = (updateKey: string): KeyObject =>
  createPublicKey({ key: Buffer.from(updateKey, 'base64'), format: 'der', type: 'spki' });

const passwordSchema = z.string().refine(rules.password.test, rules.password.message);

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

// One entry per variable of DESIGN §1; its message lists the allowed values.
const variablesSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, '应为 0 到 65535 的整数')
    .transform(Number)
    .refine((port) => port <= 65_535, '应为 0 到 65535 的整数')
    .default(8080),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, '应为主机名或 IP 地址，如 127.0.0.1 或 0.0.0.0')
    .default('127.0.0.1'),
  DATA_DIR: directoryPath.default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  FILE_STORE: z
    .string()
    .refine(
      (text) => text === 'file' || (text.startsWith('s3://') && URL.canParse(text)),
      '应为 file 或 s3://存储桶?endpoint=…',
    )
    .default('file'),
  FILE_STORE_ACCESS_KEY: z.string().optional(),
  FILE_STORE_SECRET_KEY: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  ADMIN_PASSWORD: passwordSchema.optional(),
  DEMO_PASSWORD: passwordSchema.optional(),
  FIRST_PASSWORDS: z.enum(['terminal', 'file'], '应为 terminal 或 file').default('terminal'),
  DEMO: onOff.default(true),
  CAPTCHA: onOff.default(true),
  OFFLINE_SHELL: onOff.default(true),
  DIAGNOSTICS: onOff.optional(),
  MAINTENANCE: onOff.default(false),
  UPDATE_KEY: z
    .string()
    .transform((text, context) => {
      const key = updateKeyOf(text);
      if (key !== null) return key;
      context.addIssue('应为 Ed25519 公钥：PEM 文件的路径，或 SPKI 格式的 Base64');
      return z.NEVER;
    })
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((text, context): TrustedProxies => {
      const proxies = onOff.safeParse(text).data ?? proxyList(text);
      if (proxies !== null) return proxies;
      context.addIssue('应为 on、off，或以逗号分隔的代理地址，如 127.0.0.1,10.0.0.0/8');
      return z.NEVER;
    })
    .default(false),
  PUBLIC_URL: urlField(['http:', 'https:'], '应为 http:// 或 https:// 开头的网址').optional(),
  OTHER_URLS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.every((urlText) => /^https?:/.test(urlText) && URL.canParse(urlText)),
      '应为以逗号分隔的网址，如 https://10.0.0.5',
    )
    .default([]),
  METRICS_TOKEN: z.string().min(16, '应为 16 个以上的随机字符，可用 openssl rand -hex 24 生成').optional(),
  METRICS_FROM: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every((address) => isIP(address)), '应为以逗号分隔的 IP 地址，如 127.0.0.1,10.0.0.5')
    .default([]),
  LOG_LEVEL: z.enum(logLevels, `应为 ${logLevels.join('、')} 之一`).default('info'),
  LOG_FORMAT: z.enum(['text', 'json'], '应为 text 或 json').default('text'),
  TZ_NAME: z.string().refine(isZone, '应为时区名称，如 Asia/Shanghai').default('Asia/Shanghai'),
  SECRET_KEY: z.string().min(32, '应为 32 个以上的随机字符，可用 openssl rand -base64 32 生成').optional(),
  TSA_URL: urlField(['http:', 'https:'], '应为时间戳服务（RFC 3161）的网址，如 http://tsa.example.com').optional(),
  SMTP_URL: urlField(
    ['smtp:', 'smtps:'],
    '应形如 smtp://用户名:密码@主机:587 或 smtps://用户名:密码@主机:465，用户名中的 @ 写作 %40',
  ).optional(),
  MAIL_FROM: z.string().refine(rules.email.test, '应为一个电子邮箱地址，如 notice@example.com').optional(),
  SIGN_AFTER_RESET_HOURS: z
    .string()
    .regex(/^\d{1,3}$/, '应为 0 到 999 的整数')
    .transform(Number)
    .default(24),
  BACKUP_DIR: directoryPath.optional(),
  BACKUP_COPY_DIR: directoryPath.optional(),
  BACKUP_RECIPIENT: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.every(isAgeRecipient),
      '应为 age 的公钥，形如 age1…（由 age-keygen 生成，请完整复制），多个以逗号分隔',
    )
    .default([]),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, '应为 1 到 9999 的整数')
    .transform(Number)
    .default(14),
  UPLOAD_OUTSIDE_GB: gigabytes.default(2),
  UPLOAD_PERSON_GB: gigabytes.default(20),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '应为 00:00 到 23:59 的时刻，如 02:30')
    .default('02:30'),
});

/** Names of all settings. */
const settingNames: readonly string[] = Object.keys(variablesSchema.shape);

/** Secret keys of the file store, which never appear in a log or an address. */
export interface StoreKeys {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Session token, for temporary keys of AWS. */
  readonly sessionToken?: string;
}

function storeKeysOf(data: z.infer<typeof variablesSchema>): StoreKeys | undefined {
  const {
    FILE_STORE_ACCESS_KEY: accessKey,
    FILE_STORE_SECRET_KEY: secretKey,
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    AWS_SESSION_TOKEN,
  } = data;
  // One key without the other is reported as an error; the other pair is not used instead.
  if (accessKey || secretKey) return accessKey && secretKey ? { accessKey, secretKey } : undefined;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return undefined;
  return {
    accessKey: AWS_ACCESS_KEY_ID,
    secretKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  };
}

/** Returns the given sender address, or the user name of the mail server if that is an address. */
function senderOf(smtpUrl: string | undefined, givenSender: string | undefined): string | undefined {
  if (!smtpUrl || givenSender) return givenSender;
  let user: string;
  try {
    user = decodeURIComponent(new URL(smtpUrl).username);
  } catch {
    throw new StartRefusal('环境变量 SMTP_URL 不正确：用户名或密码中的 % 应写作 %25。');
  }
  if (!rules.email.test(user))
    throw new StartRefusal(
      '环境变量 MAIL_FROM 没有填写：SMTP_URL 的用户名不是邮箱地址时，须用 MAIL_FROM 指定发件人邮箱。',
    );
  return user;
}

/** Refuses a second place of backups that would not be one. */
function assertSecondPlace(directory: string | undefined, copyDirectory: string | undefined): void {
  if (copyDirectory === undefined) return;
  if (directory === undefined)
    throw new StartRefusal(
      '环境变量 BACKUP_COPY_DIR 不正确：须同时设置 BACKUP_DIR，否则不会自动备份，也就没有可复制的备份。',
    );
  if (resolve(root, directory) === resolve(root, copyDirectory))
    throw new StartRefusal('环境变量 BACKUP_COPY_DIR 不正确：与 BACKUP_DIR 相同，应为另一块磁盘或另一台机器上的目录。');
}

/** Settings from the environment, parsed once at the start. */
export interface Env {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Address of a streaming replica of the database, from which lists and exports are read. */
  readonly databaseReadUrl: string | undefined;
  /** Address of the database with the account that owns the tables; only `prepare-database` uses it. */
  readonly databaseOwnerUrl: string | undefined;
  /** Kind of the file store: `file` or `s3://…`. */
  readonly fileStore: string;
  readonly fileStoreKeys: StoreKeys | undefined;
  readonly adminPassword: string | undefined;
  readonly demoPassword: string | undefined;
  /**
   * Where a first start writes generated passwords; `file` is for containers and services, whose output is stored.
   */
  readonly firstPasswords: 'terminal' | 'file';
  /** Whether a new database is filled with demonstration data. */
  readonly demo: boolean;
  readonly captcha: boolean;
  /** Whether browsers on site store the console's files, to start offline. */
  readonly offlineShell: boolean;
  /** Whether platform administrators may open the SQL monitor and the API documentation. */
  readonly diagnostics: boolean;
  /** Whether 系统维护 is enabled, i.e. the uploads of a backup and of an update package. */
  readonly maintenance: boolean;
  /** Public key (Ed25519, SPKI as base64) that verifies update packages and update files of the library. */
  readonly updateKey: string | undefined;
  readonly trustProxy: TrustedProxies;
  readonly publicUrl: string | undefined;
  /** Further addresses by which people open the console. */
  readonly otherUrls: readonly string[];
  /** Secret that a request for `/metrics` must contain. */
  readonly metricsToken: string | undefined;
  /** Addresses that may read `/metrics` without the secret. */
  readonly metricsFrom: readonly string[];
  /** Hours that must pass between a person's own new password after a reset and the person's first signature. */
  readonly signAfterResetHours: number;
  readonly logLevel: (typeof logLevels)[number];
  /** Time zone of organizations, an IANA name. */
  readonly zone: string;
  /** Directory of daily backups, absolute path; undefined where it is not set. */
  readonly backupDir: string | undefined;
  /** Second directory that gets a copy of each daily backup, absolute. */
  readonly backupCopyDir: string | undefined;
  /** Public keys in age's format for which backups are encrypted; if empty, backups are not encrypted. */
  readonly backupRecipients: readonly string[];
  /** Number of days whose backups are kept. */
  readonly backupKeep: number;
  /** Maximum upload of all external users of an organization together within 24 hours, GB. */
  readonly outsideUpload: number;
  /** Maximum upload of one person within 24 hours, GB. */
  readonly personUpload: number;
  /** Time of the daily backup, `HH:mm` in the organizations' time zone. */
  readonly backupAt: string;
  /**
   * Master key that encrypts stored keys of other systems; by default a file in `dataDir`
   * (`server/base/secretEncryption.ts`).
   */
  readonly secretKey: string | undefined;
  /** Timestamp authority (RFC 3161) that stamps the signatures of issued reports. */
  readonly tsaUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Sender address of mail; always set if `smtpUrl` is set. */
  readonly mailFrom: string | undefined;
}

/**
 * Parses the variables; an empty one counts as absent.
 * @throws StartRefusal that names each invalid variable and the allowed values, but never the value of a secret
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const givenValues = Object.fromEntries(
    Object.keys(variablesSchema.shape).flatMap((name) => (source[name]?.trim() ? [[name, source[name].trim()]] : [])),
  );
  const { data, error } = variablesSchema.safeParse(givenValues);
  if (!data) {
    const problems = new Map(error.issues.map(({ path, message }) => [String(path[0]), message]));
    throw new StartRefusal([...problems].map(([name, message]) => `环境变量 ${name} 不正确：${message}。`).join('\n'));
  }
  assertSecondPlace(data.BACKUP_DIR, data.BACKUP_COPY_DIR);
  if (data.DATABASE_READ_URL !== undefined && data.DATABASE_URL === undefined)
    throw new StartRefusal('环境变量 DATABASE_READ_URL 不正确：须同时设置 DATABASE_URL，内置数据库没有备库。');
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(root, data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    databaseReadUrl: data.DATABASE_READ_URL,
    databaseOwnerUrl: data.DATABASE_OWNER_URL,
    fileStore: data.FILE_STORE,
    fileStoreKeys: storeKeysOf(data),
    adminPassword: data.ADMIN_PASSWORD,
    demoPassword: data.DEMO_PASSWORD,
    firstPasswords: data.FIRST_PASSWORDS,
    demo: data.DEMO,
    captcha: data.CAPTCHA,
    offlineShell: data.OFFLINE_SHELL,
    diagnostics: data.DIAGNOSTICS ?? data.DEMO,
    maintenance: data.MAINTENANCE,
    updateKey: data.UPDATE_KEY,
    trustProxy: data.TRUST_PROXY,
    publicUrl: data.PUBLIC_URL,
    otherUrls: data.OTHER_URLS,
    metricsToken: data.METRICS_TOKEN,
    metricsFrom: data.METRICS_FROM,
    signAfterResetHours: data.SIGN_AFTER_RESET_HOURS,
    logLevel: data.LOG_LEVEL,
    zone: data.TZ_NAME,
    secretKey: data.SECRET_KEY,
    backupDir: data.BACKUP_DIR === undefined ? undefined : resolve(root, data.BACKUP_DIR),
    backupCopyDir: data.BACKUP_COPY_DIR === undefined ? undefined : resolve(root, data.BACKUP_COPY_DIR),
    backupRecipients: data.BACKUP_RECIPIENT,
    backupKeep: data.BACKUP_KEEP,
    outsideUpload: data.UPLOAD_OUTSIDE_GB,
    personUpload: data.UPLOAD_PERSON_GB,
    backupAt: data.BACKUP_AT,
    tsaUrl: data.TSA_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: senderOf(data.SMTP_URL, data.MAIL_FROM),
  };
}

/** Option of every command and of the server, with the path of a settings file. */
const envFileOption = '--env-file';

function readEnvFile(path: string): Record<string, string> {
  try {
    return parseEnvFile(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new StartRefusal(`无法读取设置文件 ${path}（${code}），请检查文件名，以及当前用户是否有权读取。`);
  }
}

/**
 * Extracts `--env-file FILE` from a command line. A leading `--` is skipped: without it some versions of Node look for
 * the file themselves, and end with their own message where it is missing.
 * @throws StartRefusal where no file name follows
 */
function envFileOf(words: readonly string[]): { file?: string; rest: string[] } {
  const args = words[0] === '--' ? words.slice(1) : words;
  const at = args.findIndex((arg) => arg === envFileOption || arg.startsWith(`${envFileOption}=`));
  if (at < 0) return { rest: [...args] };
  const [optionText = '', next] = args.slice(at);
  const envPath = optionText === envFileOption ? next : optionText.slice(envFileOption.length + 1);
  if (!envPath || envPath.startsWith('-'))
    throw new StartRefusal(`${envFileOption} 后须写明设置文件，如 ${envFileOption} /etc/occhealth.env。`);
  return {
    file: envPath,
    rest: args.filter((_, index) => index < at || index >= at + (optionText === envFileOption ? 2 : 1)),
  };
}

/**
 * Reads the settings. Variables of the process take precedence over `--env-file`, and `--env-file` over `.env`.
 *
 * @param args command line, which may contain `--env-file FILE`
 * @returns the settings, the other words of the command line, and a sentence for each variable that is not a setting
 */
export function readEnv(args: readonly string[]): { env: Env; rest: readonly string[]; unknown: readonly string[] } {
  const { file, rest } = envFileOf(args);
  const inFile = file === undefined ? {} : readEnvFile(resolve(process.env['INIT_CWD'] ?? process.cwd(), file));
  const environment = { ...process.env };
  const local = resolve(root, '.env');
  if (existsSync(local)) process.loadEnvFile(local);
  const allValues = { ...process.env, ...inFile };
  for (const [name, value] of Object.entries(environment)) if (value?.trim()) allValues[name] = value;
  return { env: parseEnv(allValues), rest, unknown: unknownSettings(settingNames, process.env, inFile) };
}
