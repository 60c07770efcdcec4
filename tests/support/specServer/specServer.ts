import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { account, dictionaries, menus, notices, person, type Resource, resources, type Row, token } from './data';

// A back end that answers what SPEC §3, §6 and §7 say and nothing else, on an origin of its own. It knows nothing of
// our server: what the console asks of it besides is answered 404 and kept in `unknown`.

interface Asked {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Of a form the fields, a file by its name. */
  readonly body: unknown;
}

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  /** Never answers. */
  readonly silent?: true;
}

export interface SpecServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Calls that no sentence of SPEC §7 names. */
  readonly unknown: readonly string[];
  readonly lists: Readonly<Record<string, Resource>>;
  /** What the websocket was offered as subprotocols. */
  readonly offered: readonly string[];
  /** The next answer to a call, e.g. `GET api/inspectUnit`. */
  next(call: string, answer: Answer): void;
  push(word: object): void;
  callsOf(call: string): readonly Asked[];
  stop(): Promise<void>;
}

/** SPEC §7 names these headers; a browser sends no other over an origin. */
const allowed = 'authorization, organizationid, content-type';
const ok = (body?: unknown) => ({
  body: { code: '200', message: '操作成功', ...(body === undefined ? {} : { body }) },
});
const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const type = request.headers['content-type'] ?? '';
  const bytes = Buffer.concat(parts);
  if (!type.startsWith('multipart/')) return bytes.length ? JSON.parse(bytes.toString()) : undefined;
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]));
}

function listed({ rows, shape, pageParam, firstPage }: Resource, query: URLSearchParams) {
  const [page, size] = [Number(query.get(pageParam)) - firstPage, Number(query.get('size'))];
  const known = new Set([pageParam, 'size', 'sort', 'ids', 'keyword']);
  const found = rows.filter((row) =>
    [...query].every(
      ([name, value]) => known.has(name) || row[name] === undefined || String(row[name]).includes(value),
    ),
  );
  const shown = found.slice(page * size, page * size + size);
  return shape === 'content'
    ? { body: { content: shown, totalElements: found.length } }
    : { body: { code: '200', message: '', body: { records: shown, total: String(found.length) } } };
}

type Action = (resource: Resource, asked: Asked) => Answer;
const nextId = (rows: readonly Row[]): number => Math.max(0, ...rows.map(({ id }) => id)) + 1;
const insert: Action = ({ rows }, { body }) => {
  rows.push({ createTime: 1717200000, ...(body as object), id: nextId(rows) });
  return ok();
};
const idsIn = (body: unknown): readonly number[] =>
  Array.isArray(body) ? (body as number[]) : ((body as { ids?: number[] }).ids ?? []);
const removeRows = ({ rows }: Resource, ids: readonly number[]): void => {
  for (const id of ids) {
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) rows.splice(at, 1);
  }
};

/** SPEC §7, the generic calls; their suffixes are those that the page names. */
const actions: Readonly<Record<string, Action>> = {
  'POST add': insert,
  'POST copy': insert,
  'PUT edit': ({ rows }, { body }) => {
    const row = rows.find(({ id }) => id === (body as Row).id);
    if (row) Object.assign(row, body);
    return ok();
  },
  'DELETE delete': (resource, { body }) => {
    if (resource.rows.some(({ id, unitName }) => unitName === '丙纺织厂' && idsIn(body).includes(id)))
      return { body: { code: '400', message: '丙纺织厂不能删除' } };
    removeRows(resource, idsIn(body));
    return ok();
  },
  'PUT status': ({ rows }, { body }) => {
    const { ids, field, value } = body as { ids: number[]; field: string; value: unknown };
    for (const row of rows) if (ids.includes(row.id)) row[field] = value;
    return ok();
  },
  'POST relation': ({ rows }, { body }) => {
    const { ids, blkSampleIds, hazardNames } = body as Record<string, unknown[]>;
    if (!blkSampleIds?.length) return { body: { code: '500', message: '请选择空白样品' } };
    rows.push({
      id: nextId(rows),
      sampleId: ids?.[0],
      blkId: blkSampleIds[0],
      hazardName: hazardNames?.[0],
      projectId: 5,
      createTime: 1717200000,
    });
    return ok();
  },
  'POST cancelRelation': (resource, { body }) => {
    removeRows(resource, idsIn(body));
    return ok();
  },
  'PUT distribute': ({ rows }, { body }) => {
    const asked = body as { ids?: number[]; sampleId?: number };
    for (const row of rows)
      if (asked.ids ? asked.ids.includes(row.id) : row.sample === asked.sampleId) row.state = 'distributed';
    return ok();
  },
  'POST reset': ({ rows }, { body }) => {
    const row = rows.find(({ id }) => id === (body as Row).id);
    if (row) row.state = 'planned';
    return ok();
  },
  'POST import': (resource, asked) => {
    const { file } = asked.body as { file: string };
    if (file.includes('wrong'))
      return ok([{ msg: '' }, { msg: '第3行：单位名称不能为空' }, { msg: '第4行：状态不存在' }]);
    insert(resource, { ...asked, body: { unitName: '导入的单位', status: '1' } });
    return ok([{ msg: '' }]);
  },
};

/** The calls of SPEC §7 that name their path. */
function named(asked: Asked, own: ReturnType<typeof notices>): Answer | undefined {
  const { call, query, body } = asked;
  switch (call) {
    case 'POST auth/login': {
      const given = body as Record<string, string>;
      const right = Object.entries(account).every(([name, value]) => given[name] === value);
      return right ? { body: { token, user: person } } : { status: 400, body: { message: '验证码或密码错误' } };
    }
    case 'GET auth/code':
      return { body: { uuid: account.uuid, img: picture } };
    case 'GET auth/info':
      return { body: person };
    case 'DELETE auth/logout':
      return ok();
    case 'GET api/menus/build':
      return { body: menus };
    case 'GET api/familyBucket/getFamilyBucket':
      return ok({ title: '样例检测系统', titlePre: null });
    case 'GET api/familyBucket/getOrg':
      return ok([{ organizationId: 9, name: '样例机构' }]);
    case 'GET api/apkAffix/queryNew':
      return { body: { code: '500', message: '' } };
    case 'GET api/dictDetail': {
      const content = dictionaries[query.get('dictName') ?? ''] ?? [];
      return { body: { content, totalElements: content.length } };
    }
    case 'GET api/ohitAnnouncement/listByUser': {
      const unread = own.filter(({ readFlag }) => readFlag === '0');
      return ok({ anntMsgList: unread, anntMsgTotal: unread.length, sysMsgList: [], sysMsgTotal: 0 });
    }
    case 'GET api/ohitAnnouncementSend/querySendInfo': {
      const records = own.filter(({ readFlag }) => (query.get('readFlag') ?? readFlag) === readFlag);
      return ok({ records, total: records.length });
    }
    case 'PUT api/ohitAnnouncementSend/edit': {
      const found = own.find(({ id }) => id === (body as Row).id);
      if (found) Object.assign(found, body);
      return ok();
    }
    default:
      return undefined;
  }
}

function generic(asked: Asked, lists: Readonly<Record<string, Resource>>): Answer | undefined {
  const [method = '', path = ''] = asked.call.split(' ');
  const list = lists[path];
  if (list) return list.method === method ? listed(list, asked.query) : undefined;
  const cut = path.lastIndexOf('/');
  const resource = lists[path.slice(0, cut)];
  const suffix = path.slice(cut + 1);
  if (!resource) return undefined;
  if (method === 'GET' && suffix === resource.exportSuffix) return { body: Buffer.from('PK a workbook') };
  return actions[`${method} ${suffix}`]?.(resource, asked);
}

function send(response: ServerResponse, { status = 200, body }: Answer): void {
  const bytes = Buffer.isBuffer(body);
  response
    .writeHead(status, { 'content-type': bytes ? 'application/octet-stream' : 'application/json; charset=utf-8' })
    .end(bytes ? body : JSON.stringify(body ?? null));
}

/** Without a token these alone are answered; even the brand asks for one. */
const open = new Set(['POST auth/login', 'GET auth/code', 'DELETE auth/logout']);

/** Starts it on a port of its own; whoever asks from another origin may send the headers of SPEC §7 alone. */
export async function startSpecServer(): Promise<SpecServer> {
  const [asked, unknown, offered] = [[] as Asked[], [] as string[], [] as string[]];
  const [lists, own] = [resources(), notices()];
  const ordered = new Map<string, Answer[]>();
  const lines = new Set<WebSocket>();

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', 'http://spec');
    const call = `${request.method} ${url.pathname.slice(1)}`;
    const one: Asked = { call, query: url.searchParams, headers: request.headers, body: await bodyOf(request) };
    asked.push(one);
    const told = ordered.get(call)?.shift();
    if (told) return told;
    if (!open.has(call) && request.headers.authorization !== token) return { status: 401, body: { message: '未登录' } };
    const found = named(one, own) ?? generic(one, lists);
    if (!found) unknown.push(call);
    return found ?? { status: 404, body: { message: `没有 ${call}` } };
  }

  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', allowed);
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    void answer(request).then((told) => told.silent ?? send(response, told));
  });
  // A back end that knows nothing of subprotocols echoes none.
  const sockets = new WebSocketServer({ server, handleProtocols: () => false });
  sockets.on('connection', (line, { url, headers }) => {
    offered.push(...(headers['sec-websocket-protocol']?.split(',') ?? []));
    if (url !== `/websocket/${person.id}`) return line.close();
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    unknown,
    lists,
    offered,
    next: (call, told) => void ordered.set(call, [...(ordered.get(call) ?? []), told]),
    push: (word) => lines.forEach((line) => line.send(JSON.stringify(word))),
    callsOf: (call) => asked.filter((one) => one.call === call),
    async stop() {
      for (const line of lines) line.terminate();
      sockets.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
