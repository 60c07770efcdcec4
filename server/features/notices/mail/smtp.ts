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
interface Post {
  send(letter: Letter): Promise<SmtpOutcome>;
  close(): void;
}

interface Trouble {
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
const untrusted = /certificate|self[- ]signed|altnames/i;

/**
 * Returns the outcome of a mail by its error.
 * @param handed true if the server had begun to read the mail
 */
function judgeTrouble(trouble: Trouble, handed: boolean): SmtpOutcome {
  const { message = '', code, command, responseCode = 0, response = '' } = trouble;
  const answer = response.replaceAll(controlCharacters, ' ').slice(0, 200);
  if (handed && responseCode === 0) return { outcome: 'unknown', message: mailTexts.cut };
  if (code === 'EAUTH' || command?.startsWith('AUTH')) return { outcome: 'away', message: mailTexts.login };
  if (responseCode === 421) return { outcome: 'away', message: mailTexts.later(answer) };
  if (handed || command === 'RCPT TO' || command === 'DATA') {
    if (responseCode >= 500) return { outcome: 'refused', message: mailTexts.refused(answer) };
    if (responseCode >= 400) return { outcome: 'later', message: mailTexts.later(answer) };
  }
  if (command === 'MAIL FROM' && responseCode >= 400)
    return { outcome: 'away', message: mailTexts.senderRefused(answer) };
  if (responseCode === 0 && untrusted.test(message))
    return { outcome: 'away', message: mailTexts.untrusted(message.replaceAll(controlCharacters, ' ').slice(0, 120)) };
  if (code === 'ETLS' || code === 'EREQUIRETLS') return { outcome: 'away', message: mailTexts.noTls };
  if (code === 'ETIMEDOUT') return { outcome: 'away', message: mailTexts.slow };
  return { outcome: 'away', message: code === 'ECONNECTION' ? mailTexts.dropped : mailTexts.unreachable };
}

/**
 * Waits for a step until it completes, the connection fails, or the server is stopping. A mail in transfer is waited
 * for.
 */
const step = <T>(
  signal: AbortSignal,
  talking: SMTPConnection,
  begin: (done: (error?: Error | null, value?: T) => void) => void,
  stoppable: () => boolean,
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      if (stoppable()) finish(new Error(mailTexts.stopping));
    };
    const finish = (error?: Error | null, value?: T): void => {
      signal.removeEventListener('abort', stop);
      talking.removeListener('error', finish);
      if (error) reject(error);
      else resolve(value);
    };
    talking.on('error', finish);
    // No listener observes the signal between two steps.
    if (signal.aborted && stoppable()) return finish(new Error(mailTexts.stopping));
    signal.addEventListener('abort', stop);
    begin(finish);
  });

/**
 * Returns a sender that opens an SMTP session with its first mail.
 * @param signal aborts when the server stops
 */
export function createPost(settings: MailSettings, signal: AbortSignal): Post {
  const time = settings.timeout * 1000;
  let connection: SMTPConnection | null = null;
  const drop = (): void => {
    connection?.close();
    connection = null;
  };

  async function open(): Promise<SMTPConnection> {
    if (connection?.stage === 'connected' && !connection.destroyed) return connection;
    drop();
    const { host, port, secure, plainAllowed, login } = settings;
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
    connection = newConnection;
    await step(
      signal,
      newConnection,
      (callback) => newConnection.connect(callback),
      () => true,
    );
    if (login)
      await step(
        signal,
        newConnection,
        (callback) => newConnection.login(login, callback),
        () => true,
      );
    return newConnection;
  }

  return {
    async send({ to, content }) {
      let handed = false;
      // The stream is read only after the server has asked for the content.
      const stream = new Readable({
        read() {
          handed = true;
          this.push(content);
          this.push(null);
        },
      });
      try {
        if (signal.aborted) return { outcome: 'away', message: mailTexts.stopping };
        const talking = await open();
        await step(
          signal,
          talking,
          (callback) => talking.send({ from: settings.from, to: [to], size: content.length }, stream, callback),
          () => !handed,
        );
        return { outcome: 'sent', message: '' };
      } catch (error) {
        const judgement: SmtpOutcome =
          signal.aborted && !handed
            ? { outcome: 'away', message: mailTexts.stopping }
            : judgeTrouble(error as Trouble, handed);
        // The next mail is independent of the refused one. A new session is the safest choice.
        drop();
        return judgement;
      }
    },
    close() {
      connection?.quit();
      connection = null;
    },
  };
}
