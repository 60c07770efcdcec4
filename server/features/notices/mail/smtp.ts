import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { mailTexts } from '@contract/features/notices/mailNotices';
import type { MailSettings } from './mailSettings';
import type { Letter } from './noticeLetter';

/**
 * Outcome of a mail. `later`: this mail failed, the next may succeed. `away`: no mail can be sent now, because the
 * server is unreachable or refuses the login. `unknown`: the server received the whole mail and did not answer.
 */
export interface SmtpOutcome {
  readonly outcome: 'sent' | 'refused' | 'later' | 'away' | 'unknown';
  readonly message: string;
}

/** An SMTP session, opened with the first mail and opened again after a failure. */
interface SmtpSender {
  send(letter: Letter): Promise<SmtpOutcome>;
  close(): void;
}

interface SmtpError {
  readonly message?: string;
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const controlCharacters = /[\p{Cc}]+/gu;

/**
 * Words in errors of OpenSSL and Node about a certificate that is not trusted, has expired, or names another host.
 */
const certificateWords = /certificate|self[- ]signed|altnames/i;

/**
 * Returns the outcome of a mail by its error.
 * @param isHandedOver true if the server had begun to read the mail
 */
function outcomeOfError(smtpError: SmtpError, isHandedOver: boolean): SmtpOutcome {
  const { message = '', code, command, responseCode = 0, response = '' } = smtpError;
  const serverAnswer = response.replaceAll(controlCharacters, ' ').slice(0, 200);
  if (isHandedOver && responseCode === 0) return { outcome: 'unknown', message: mailTexts.cut };
  if (code === 'EAUTH' || command?.startsWith('AUTH')) return { outcome: 'away', message: mailTexts.login };
  if (responseCode === 421) return { outcome: 'away', message: mailTexts.later(serverAnswer) };
  if (isHandedOver || command === 'RCPT TO' || command === 'DATA') {
    if (responseCode >= 500) return { outcome: 'refused', message: mailTexts.refused(serverAnswer) };
    if (responseCode >= 400) return { outcome: 'later', message: mailTexts.later(serverAnswer) };
  }
  if (command === 'MAIL FROM' && responseCode >= 400)
    return { outcome: 'away', message: mailTexts.senderRefused(serverAnswer) };
  if (responseCode === 0 && certificateWords.test(message))
    return { outcome: 'away', message: mailTexts.untrusted(message.replaceAll(controlCharacters, ' ').slice(0, 120)) };
  if (code === 'ETLS' || code === 'EREQUIRETLS') return { outcome: 'away', message: mailTexts.noTls };
  if (code === 'ETIMEDOUT') return { outcome: 'away', message: mailTexts.slow };
  return { outcome: 'away', message: code === 'ECONNECTION' ? mailTexts.dropped : mailTexts.unreachable };
}

/**
 * Waits for a step until it completes, the connection fails, or the server is stopping. A mail in transfer is waited
 * for.
 */
const waitForStep = <T>(
  signal: AbortSignal,
  connection: SMTPConnection,
  start: (done: (error?: Error | null, value?: T) => void) => void,
  isStoppable: () => boolean,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      if (isStoppable()) settle(new Error(mailTexts.stopping));
    };
    const settle = (error?: Error | null, value?: T): void => {
      signal.removeEventListener('abort', abort);
      connection.removeListener('error', settle);
      if (error) reject(error);
      else resolve(value);
    };
    connection.on('error', settle);
    // No listener observes the signal between two steps.
    if (signal.aborted && isStoppable()) return settle(new Error(mailTexts.stopping));
    signal.addEventListener('abort', abort);
    start(settle);
  });

/** Opens a session with the mail server and signs in. `onCreated` gets the connection before its first step. */
async function openSession(
  { host, port, secure, plainAllowed, login, timeout }: MailSettings,
  signal: AbortSignal,
  onCreated: (connection: SMTPConnection) => void,
): Promise<SMTPConnection> {
  const time = timeout * 1000;
  // Loaded only when mail is sent.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const newConnection = new Connection({
    host,
    port,
    secure,
    requireTLS: !secure && !plainAllowed,
    connectionTimeout: time,
    greetingTimeout: time,
    socketTimeout: time,
    dnsTimeout: time,
    socketCloseTimeout: 1000,
  });
  // Without a listener, an error between two steps would end the process.
  newConnection.on('error', () => undefined);
  onCreated(newConnection);
  await waitForStep(
    signal,
    newConnection,
    (callback) => newConnection.connect(callback),
    () => true,
  );
  if (login)
    await waitForStep(
      signal,
      newConnection,
      (callback) => newConnection.login(login, callback),
      () => true,
    );
  return newConnection;
}

/**
 * Returns a sender that opens an SMTP session with its first mail.
 * @param signal aborts when the server stops
 */
export function createSmtpSender(settings: MailSettings, signal: AbortSignal): SmtpSender {
  let connection: SMTPConnection | null = null;
  const dropConnection = (): void => {
    connection?.close();
    connection = null;
  };
  async function openConnection(): Promise<SMTPConnection> {
    if (connection?.stage === 'connected' && !connection.destroyed) return connection;
    dropConnection();
    return openSession(settings, signal, (newConnection) => (connection = newConnection));
  }

  return {
    async send({ to, content }) {
      let isHandedOver = false;
      // The stream is read only after the server has asked for the content.
      const stream = new Readable({
        read() {
          isHandedOver = true;
          this.push(content);
          this.push(null);
        },
      });
      try {
        if (signal.aborted) return { outcome: 'away', message: mailTexts.stopping };
        const connection = await openConnection();
        await waitForStep(
          signal,
          connection,
          (callback) => connection.send({ from: settings.from, to: [to], size: content.length }, stream, callback),
          () => !isHandedOver,
        );
        return { outcome: 'sent', message: '' };
      } catch (error) {
        const judgement: SmtpOutcome =
          signal.aborted && !isHandedOver
            ? { outcome: 'away', message: mailTexts.stopping }
            : outcomeOfError(error as SmtpError, isHandedOver);
        // The next mail is independent of the refused one. A new session is the safest choice.
        dropConnection();
        return judgement;
      }
    },
    close() {
      connection?.quit();
      connection = null;
    },
  };
}
