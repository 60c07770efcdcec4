import { failures } from '@contract/messages';
import type { Answer } from '@contract/wire';
import type { TestServer } from '../support/server';
import { signingLab } from '../support/signedRecords';
import { adder, approver, type Ask, Away, CutOff, editor, numberer, remover, uploader, type Writer } from './writers';

/** Address of the server to call now. */
export type Where = () => string;

export interface WritingLab {
  /** Returns one writer of each kind; each group writes its own rows. */
  writers(group: number, where: Where): Writer[];
  /** Calls as somebody who may see everything written. */
  ask(where: Where): Ask;
}

async function reached(where: Where, path: string, token: string, init: RequestInit): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${where()}/${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    });
    text = await response.text();
  } catch (cause) {
    throw new CutOff(path, { cause });
  }
  if (response.status === 503 && text.includes(failures.unavailable)) throw new Away(path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}

const asking =
  (where: Where, token: string): Ask =>
  async (method, path, body) =>
    JSON.parse(
      await reached(where, path, token, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    );

async function send(where: Where, token: string, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([content], name));
  const { body } = JSON.parse(
    await reached(where, 'api/file/upload', token, { method: 'POST', body: form }),
  ) as Answer<{ id: string }>;
  return body?.id ?? '';
}

/** Creates people, records and customers for so many groups of writers below the API. */
export async function writingLab(server: TestServer, groups: number): Promise<WritingLab> {
  const lab = await signingLab(server);
  const { organizationId, people } = lab;
  const unit = await server.rows.inspectUnit({ organizationId });
  const permissions = [
    ...['list', 'add', 'edit', 'del', 'restore'].map((action) => `customer:${action}`),
    'project:list',
    'project:add',
    'auditLog:list',
  ];
  await server.rows.user({
    userName: 'writer',
    organizationId,
    isAdmin: true,
    roles: [await server.rows.role({ permissions })],
  });
  const token = await server.login('writer');
  const records: number[] = [];
  for (let index = 0; index < groups * 3; index += 1) records.push((await lab.ready()).id);
  const customers: number[] = [];
  for (let index = 0; index < groups * 21; index += 1)
    customers.push(await server.rows.customer({ organizationId, customerName: `原有客户${index}` }));
  return {
    ask: (where) => asking(where, token),
    writers(group, where) {
      const ask = asking(where, token);
      const [edited = 0, ...removed] = customers.slice(group * 21, group * 21 + 21);
      return [
        adder(ask, `断电客户${group}-`),
        editor(ask, edited),
        remover(ask, removed),
        uploader(
          (name, content) => send(where, token, name, content),
          (id) => reached(where, `api/file/${id}`, token, {}),
        ),
        numberer(ask, `断电项目${group}-`, unit),
        approver(
          { analyst: asking(where, people.analyst.token), reviewer: asking(where, people.reviewer.token) },
          records.slice(group * 3, group * 3 + 3),
        ),
      ];
    },
  };
}
