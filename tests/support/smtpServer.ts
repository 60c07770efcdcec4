import { createServer, type Server, type Socket } from 'node:net';

/** Reaction of the mail server to one session. */
export type MailMood =
  | 'accept'
  | 'refuseRecipient'
  | 'defer'
  | 'refuseSender'
  | 'refuseLogin'
  | 'drop'
  | 'dropAfterContent'
  | 'refuseContent'
  | 'mute'
  | 'hang';

export interface Mail {
  readonly from: string;
  readonly to: string;
  /** As received, without the dots of the protocol. */
  readonly raw: string;
}

export interface SmtpServer {
  readonly port: number;
  /** Accepted mails. */
  readonly taken: Mail[];
  /** User names and passwords, as they were sent. */
  readonly logins: string[];
  /** Number of sessions so far. */
  readonly conversations: () => number;
  /** Reactions to the next sessions; when used up it accepts. */
  moods: MailMood[];
  /** Addresses it rejects as unknown. */
  readonly unknown: Set<string>;
  /** Ends the answers that hang. */
  letGo(): void;
  close(): Promise<void>;
}

/** Starts a mail server of RFC 5321 on a real socket, as far as one mail needs it, with the requested reactions. */
export async function smtpServer(): Promise<SmtpServer> {
  const state = { taken: [] as Mail[], logins: [] as string[], moods: [] as MailMood[], unknown: new Set<string>() };
  const sockets = new Set<Socket>();
  let hanging: (() => void)[] = [];
  let conversations = 0;

  function talk(socket: Socket): void {
    conversations += 1;
    const mood = state.moods.shift() ?? 'accept';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    let buffer = '';
    let from = '';
    let to = '';
    let reading = false;
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    if (mood === 'mute') return;
    if (mood === 'drop') return void socket.destroy();

    function content(): void {
      const end = buffer.indexOf('\r\n.\r\n');
      if (end < 0) return;
      const raw = buffer.slice(0, end).replaceAll('\r\n..', '\r\n.');
      buffer = buffer.slice(end + 5);
      reading = false;
      if (mood === 'refuseContent') return say('554 5.7.1 spam');
      state.taken.push({ from, to, raw });
      if (mood === 'dropAfterContent') return void socket.destroy();
      if (mood === 'hang') return void hanging.push(() => say('250 2.0.0 taken'));
      say('250 2.0.0 taken');
    }

    function command(line: string): void {
      const verb = line.slice(0, 4).toUpperCase();
      const address = /<(.*)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO') return say('250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN');
      if (verb === 'AUTH') {
        state.logins.push(
          Buffer.from(line.split(' ')[2] ?? '', 'base64')
            .toString()
            .split('\0')
            .slice(1)
            .join(':'),
        );
        return say(mood === 'refuseLogin' ? '535 5.7.8 no' : '235 2.7.0 yes');
      }
      if (verb === 'MAIL') {
        from = address;
        return say(mood === 'refuseSender' ? '550 5.7.1 not from you' : '250 ok');
      }
      if (verb === 'RCPT') {
        to = address;
        if (mood === 'defer') return say('451 4.3.0 try again later');
        return say(
          mood === 'refuseRecipient' || state.unknown.has(address) ? `550 5.1.1 no such user ${address}` : '250 ok',
        );
      }
      if (verb === 'DATA') {
        reading = true;
        return say('354 go on');
      }
      if (verb === 'QUIT') {
        say('221 bye');
        return void socket.end();
      }
      say('250 ok');
    }

    socket.on('data', (piece: string) => {
      buffer += piece;
      for (;;) {
        if (reading) return content();
        const end = buffer.indexOf('\r\n');
        if (end < 0) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        command(line);
      }
    });
    say('220 test ESMTP');
  }

  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return Object.assign(state, {
    port: typeof address === 'object' && address ? address.port : 0,
    conversations: () => conversations,
    letGo() {
      for (const go of hanging) go();
      hanging = [];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
