import { z } from 'zod';

// Kinds of settings that several variables share (`server/base/env.ts`).

/** Pattern of user name and password in an address: the text between `://` and the last `@`. */
const credentialsPattern = /^[a-z]+:\/\/(?<secret>[^]*)@/i;

const unescapedTexts =
  '用户名和密码中的 @ # / ? % 须转写，@ 写作 %40，# 写作 %23，/ 写作 %2F，? 写作 %3F，% 写作 %25；在终端中设置时整个值须加单引号，以免 & 和 $ 被截断';

/** Returns whether user name or password contain characters that would end them in an address. */
const isUnescaped = (text: string): boolean =>
  /[@#/?\s]|%(?![0-9a-f]{2})/i.test(credentialsPattern.exec(text)?.groups?.['secret'] ?? '');

export const urlField = (protocols: readonly string[], allowed: string) =>
  z.string().superRefine((text, context) => {
    if (isUnescaped(text)) context.addIssue(unescapedTexts);
    else if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) context.addIssue(allowed);
  });

/** Schema of a switch: `on`/`off`, and other common spellings. */
export const onOff = z
  .string()
  .toLowerCase()
  .transform((text, context) => {
    if (['on', 'true', '1', 'yes'].includes(text)) return true;
    if (['off', 'false', '0', 'no'].includes(text)) return false;
    context.addIssue('应为 on 或 off');
    return z.NEVER;
  });

/** Schema of an amount in GB. */
export const gigabytes = z
  .string()
  .regex(/^(\d{1,4}|\d{1,4}\.\d{1,6})$/, '应为以GB计的数，如 2 或 0.5')
  .transform(Number);

/** Schema of the address of a PostgreSQL database. The name of the database is required, because it has no default. */
export const databaseAddress = urlField(
  ['postgres:', 'postgresql:'],
  '应形如 postgres://用户名:密码@主机:5432/数据库名',
).refine(
  (text) => !URL.canParse(text) || new URL(text).pathname.length > 1,
  '地址末尾缺少数据库名，应形如 postgres://用户名:密码@主机:5432/数据库名',
);

/** Schema of a directory. No shell reads the settings, so that `~` and `$` would become part of a name. */
export const directoryPath = z
  .string()
  .refine((text) => !/^~|\$/.test(text), '应为完整的路径，如 /var/lib/occhealth；其中的 ~ 和 $ 不会展开');

const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const bech32Generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Returns whether the checksum of a text in Bech32 (BIP 173) is right. */
function isBech32(text: string): boolean {
  const index = text.lastIndexOf('1');
  const prefix = Array.from(text.slice(0, index)).map((letter) => letter.charCodeAt(0));
  const values = Array.from(text.slice(index + 1)).map((letter) => bech32Letters.indexOf(letter));
  if (values.includes(-1)) return false;
  let checksum = 1;
  for (const value of [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...values]) {
    const top = checksum >> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of bech32Generators.entries()) if ((top >> bit) & 1) checksum ^= generator;
  }
  return checksum === 1;
}

/** Returns whether a text is a public key in age's format, whose checksum reveals a typing error. */
export const isAgeRecipient = (text: string): boolean => /^age1[0-9a-z]{58}$/.test(text) && isBech32(text);
