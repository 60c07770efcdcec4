import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { mailTexts } from '@contract/features/notices/mailNotices';
import type { Letter } from './letter';
import type { MailSettings } from './settings';

/**
 * `later`: this one, the next may do. `away`: none of them now – the server is not there, or does not let us in.
 * `unknown`: it had the whole of it and was not heard of again.
 */
export interface Posted {
  readonly outcome: 'sent' | 'refused' | 'later' | 'away' | 'unknown';
  readonly message: string;
}

/** One conversation with the mail server, begun when the first letter comes and begun anew where it broke. */
export interface Post {
  send(letter: Letter): Promise<Posted>;
  close(): void;
}

interface Trouble {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const unfit = /[\p{Cc}]+/gu;

/** What an error says of the letter. @param handed the server had begun to read it */
function judge({ code, command, responseCode = 0, response = '' }: Trouble, handed: boolean): Posted {
  const answer = response.replaceAll(unfit, ' ').slice(0, 200);
  if (handed && responseCode === 0) return { outcome: 'unknown', message: mailTexts.cut };
  if (code === 'EAUTH' || command?.startsWith('AUTH')) return { outcome: 'away', message: mailTexts.login };
  if (responseCode === 421) return { outcome: 'away', message: mailTexts.later(answer) };
  if (handed || command === 'RCPT TO' || command === 'DATA') {
    if (responseCode >= 500) return { outcome: 'refused', message: mailTexts.refused(answer) };
    if (responseCode >= 400) return { outcome: 'later', message: mailTexts.later(answer) };
  }
  if (command === 'MAIL FROM' && responseCode >= 400)
    return { outcome: 'away', message: mailTexts.senderRefused(answer) };
  if (code === 'ETLS' || code === 'EREQUIRETLS') return { outcome: 'away', message: mailTexts.noTls };
  if (code === 'ETIMEDOUT') return { outcome: 'away', message: mailTexts.slow };
  return { outcome: 'away', message: code === 'ECONNECTION' ? mailTexts.dropped : mailTexts.unreachable };
}

export function createPost(settings: MailSettings, signal: AbortSignal): Post {
  const time = settings.timeout * 1000;
  let connection: SMTPConnection | null = null;
  const drop = (): void => {
    connection?.close();
    connection = null;
  };

  /**
   * A step ends by its own word, by trouble on the line, or because the server is stopping – unless a letter is on its
   * way: that one is waited for.
   */
  const step = <T>(
    talking: SMTPConnection,
    begin: (done: (error?: Error | null, value?: T) => void) => void,
    stoppable: () => boolean,
  ): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        if (stoppable()) done(new Error(mailTexts.stopping));
      };
      const done = (error?: Error | null, value?: T): void => {
        signal.removeEventListener('abort', stop);
        talking.removeListener('error', done);
        if (error) reject(error);
        else resolve(value);
      };
      talking.on('error', done);
      // Between two steps nobody listens.
      if (signal.aborted && stoppable()) return done(new Error(mailTexts.stopping));
      signal.addEventListener('abort', stop);
      begin(done);
    });

  async function open(): Promise<SMTPConnection> {
    if (connection?.stage === 'connected' && !connection.destroyed) return connection;
    drop();
    const { host, port, secure, plainAllowed, login } = settings;
    // As the letter's: loaded by who mails.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    const fresh = new Connection({
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
    // Without a listener an error between two steps would end the process.
    fresh.on('error', () => undefined);
    connection = fresh;
    await step(
      fresh,
      (done) => fresh.connect(done),
      () => true,
    );
    if (login)
      await step(
        fresh,
        (done) => fresh.login(login, done),
        () => true,
      );
    return fresh;
  }

  return {
    async send({ to, content }) {
      let handed = false;
      // Read when the server has said that it wants the content, and not before.
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
          talking,
          (done) => talking.send({ from: settings.from, to: [to], size: content.length }, stream, done),
          () => !handed,
        );
        return { outcome: 'sent', message: '' };
      } catch (error) {
        const judged: Posted =
          signal.aborted && !handed
            ? { outcome: 'away', message: mailTexts.stopping }
            : judge(error as Trouble, handed);
        // The next letter has nothing to do with what was refused: a conversation of its own is the surest way.
        drop();
        return judged;
      }
    },
    close() {
      connection?.quit();
      connection = null;
    },
  };
}
