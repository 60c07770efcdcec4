import { productTitle } from '@contract/constants';
import { fixedDictionaries } from '@contract/dictionaries';
import { mailTexts } from '@contract/features/notices/mailNotices';
import { oneTimePasswordTexts, type PasswordSlip } from '@contract/features/notices/oneTimePasswords';
import { escapeHtml } from '@server/base/escapeHtml';
import type { MailSettings } from './mailSettings';

export interface Letter {
  readonly to: string;
  readonly content: Buffer;
}

interface LetterContent {
  readonly to: string;
  readonly subject: string;
  /** Identical for every attempt, so that a mailbox can drop duplicates. */
  readonly messageId: string;
  readonly lines: readonly string[];
  readonly link: string | null;
  readonly footer: string;
}

const automaticFooter = '本邮件由系统自动发出，请勿回复。';
const noticeFooter = `${automaticFooter}不需要邮件提醒时，请在系统的“个人中心”“邮件提醒”中关闭。`;

async function writeLetter(
  settings: MailSettings,
  { to, subject, messageId, lines, link, footer }: LetterContent,
): Promise<Letter> {
  const text = [...lines, ...(link ? [link] : []), '', footer].join('\n\n');
  const html = `<div style="font-size:14px;line-height:1.8">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}${link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>` : ''}<p style="color:#666;font-size:12px">${footer}</p></div>`;
  // Loaded only when needed, because most installations send no mail and their start should not wait for it.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const mail = new MailComposer({
    // Base64 only: Chinese as quoted-printable is three times as long and equally unreadable.
    from: { name: productTitle, address: settings.from },
    to,
    subject,
    messageId,
    text,
    html,
    textEncoding: 'B',
    encoding: 'base64',
    newline: 'win',
    disableUrlAccess: true,
    disableFileAccess: true,
    // RFC 3834: prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  });
  return { to, content: await mail.compile().build() };
}

export interface MailedNotice {
  readonly id: number;
  readonly organizationId: number | null;
  readonly email: string;
  readonly nickName: string;
  readonly title: string;
  readonly priority: string;
}

const hostOf = (settings: MailSettings): string => settings.from.split('@').at(-1) ?? 'localhost';

/** Returns a mail that announces a notice: its title and a link, nothing of its text. */
export function noticeLetter(
  settings: MailSettings,
  publicUrl: string | null,
  { id, email, nickName, title, priority }: MailedNotice,
): Promise<Letter> {
  const weight =
    priority === '0' ? '' : (fixedDictionaries.priority.find(({ value }) => value === priority)?.label ?? '');
  const noticeUrl = publicUrl ? `${publicUrl}/notify/myNews?id=${id}` : null;
  return writeLetter(settings, {
    to: email,
    subject: `${weight ? `【${weight}】` : ''}${title}`,
    messageId: `<notice-${id}@${hostOf(settings)}>`,
    lines: [
      `${nickName}，您好：`,
      `您有一条新的${weight}消息：${title}`,
      noticeUrl ? '请点击以下链接登录系统查看：' : '请登录系统，在“我的消息”中查看。',
    ],
    link: noticeUrl,
    footer: noticeFooter,
  });
}

/** Returns a test mail. */
export const testLetter = (
  settings: MailSettings,
  publicUrl: string | null,
  to: string,
  nowMs: number,
): Promise<Letter> =>
  writeLetter(settings, {
    to,
    subject: `${mailTexts.testSubject} ${productTitle}`,
    messageId: `<test-${nowMs}@${hostOf(settings)}>`,
    lines: [mailTexts.testText],
    link: publicUrl,
    footer: automaticFooter,
  });

/** Returns a mail with a person's first password, which the person has to change at sign-in. */
export const passwordLetter = (
  settings: MailSettings,
  publicUrl: string | null,
  to: string,
  { nickName, userName, password }: Pick<PasswordSlip, 'nickName' | 'userName' | 'password'>,
  nowMs: number,
): Promise<Letter> =>
  writeLetter(settings, {
    to,
    subject: `${productTitle} ${oneTimePasswordTexts.subject}`,
    messageId: `<password-${userName}-${nowMs}@${hostOf(settings)}>`,
    lines: [`${nickName}，您好：`, `用户名：${userName}`, `一次性密码：${password}`, oneTimePasswordTexts.note],
    link: publicUrl,
    footer: automaticFooter,
  });
