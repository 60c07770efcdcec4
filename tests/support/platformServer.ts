import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** Reaction of a platform to one request. */
export type Mood =
  | 'accept'
  | 'fail'
  | 'busy'
  | 'slow'
  | 'drop'
  | 'storeAndDrop'
  | 'twice'
  | 'cut'
  | 'redirect'
  | 'reject'
  | 'html'
  | 'refuseKey'
  | 'echo';

export interface Received {
  readonly path: string;
  readonly key: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PlatformServer {
  readonly url: string;
  /** Every request, in order of arrival. */
  readonly received: Received[];
  /** Number of times each push was stored, by its key. */
  readonly stored: Map<string, number>;
  /** Keys sent again after they were accepted. */
  readonly sentAfterYes: string[];
  readonly withdrawn: Set<string>;
  /** Next reactions; when used up it accepts. */
  moods: Mood[];
  /** Ends the requests that a slow platform holds. */
  letGo(): void;
  /** Resets the platform. */
  forget(): void;
  close(): Promise<void>;
}

/** Starts a province platform of DOMAIN §7.8 over real HTTP: idempotent by key, with the requested reactions. */
export async function platformServer(): Promise<PlatformServer> {
  const state = {
    received: [] as Received[],
    stored: new Map<string, number>(),
    withdrawn: new Set<string>(),
    sentAfterYes: [] as string[],
    moods: [] as Mood[],
  };
  const saidYes = new Set<string>();
  let hanging: (() => void)[] = [];

  const take = (key: string): boolean => {
    if (state.stored.has(key)) return false;
    state.stored.set(key, 1);
    return true;
  };

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; headers?: Record<string, string>; body: string } | 'drop' | 'cut' | 'twice'> {
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    const key = String(request.headers['idempotency-key']);
    state.received.push({ path: request.url ?? '', key, authorization: request.headers.authorization, body });
    if (saidYes.has(key) && request.url?.endsWith('/withdraw') !== true) state.sentAfterYes.push(key);
    const mood = state.moods.shift() ?? 'accept';
    const json = (status: number, said: object, headers: Record<string, string> = {}) => ({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(said),
    });
    if (mood === 'fail') return json(500, { code: '500', message: '系统繁忙' });
    if (mood === 'busy') return json(429, { code: '429', message: '请求过多' }, { 'retry-after': '120' });
    if (mood === 'drop') return 'drop';
    if (mood === 'storeAndDrop') {
      take(key);
      return 'drop';
    }
    if (mood === 'cut') return 'cut';
    if (mood === 'redirect') return { status: 302, headers: { location: `${url}/elsewhere` }, body: '' };
    if (mood === 'html') return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>维护中</html>' };
    if (mood === 'reject')
      return json(422, {
        code: '422',
        message: '校验未通过',
        errors: [{ field: 'employer.uscc', message: '信用代码不存在' }],
      });
    if (mood === 'refuseKey') return json(401, { code: '401', message: '密钥无效' });
    if (mood === 'echo') return json(400, { code: '400', message: `bad ${request.headers.authorization ?? ''}` });
    if (mood === 'slow') await new Promise<void>((resolve) => hanging.push(resolve));
    if (request.url?.endsWith('/withdraw')) {
      state.withdrawn.add(key);
      state.stored.delete(key);
      saidYes.delete(key);
      return json(200, { code: '200', message: '已撤回' });
    }
    const fresh = take(key);
    saidYes.add(key);
    if (mood === 'twice') return 'twice';
    return fresh
      ? json(200, { code: '200', message: '接收成功', receiptNo: `HZ${String(state.stored.size).padStart(4, '0')}` })
      : json(409, { code: 'duplicate', message: '报告已接收' });
  }

  const server: Server = createServer((request, response) => {
    void answer(request)
      .then((said) => {
        if (said === 'drop') return void request.socket.destroy();
        if (said === 'cut') {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' });
          response.write('{"code":"200"');
          return void setTimeout(() => request.socket.destroy(), 20);
        }
        if (said === 'twice') {
          const once =
            'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 38\r\n\r\n{"code":"200","message":"ok","x":"yy"}';
          return void request.socket.end(once + once);
        }
        response.writeHead(said.status, said.headers).end(said.body);
      })
      .catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return Object.assign(state, {
    url,
    letGo() {
      for (const go of hanging) go();
      hanging = [];
    },
    forget() {
      state.stored.clear();
      saidYes.clear();
      state.sentAfterYes.length = 0;
    },
    async close() {
      for (const go of hanging) go();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
