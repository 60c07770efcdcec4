import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnyRow } from '@contract/entity';
import type { Answer } from '@contract/wire';
import { root } from '@server/base/root';
import { hostileFiles } from '../server/sheet/hostileFiles';
import { labRowsOf } from '../support/labRows';
import type { TestServer } from '../support/server';
import { sendForm } from '../support/uploads';
import { childWaitSince } from './childrenWait';
import { variantsOf } from './fileVariants';

export interface StrangeFile {
  readonly name: string;
  readonly content: () => Uint8Array;
  /** Path of a stored file. */
  readonly path?: string;
}

const inFolder = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .map((name) => join(root, folder, name))
    .filter((path) => statSync(path).isFile());
/** Files that users have supplied. */
export const keptFiles: readonly StrangeFile[] = [...inFolder('tests/data/imports'), ...inFolder('tests/data')].map(
  (path) => ({ name: basename(path), content: () => readFileSync(path), path }),
);
/** Three variants of each of them. */
export const variants: readonly StrangeFile[] = keptFiles.flatMap(({ name, content }) => variantsOf(name, content));
/** Generated hostile files; importHostile.test.ts runs all of them through the import. */
export const madeFiles: readonly StrangeFile[] = hostileFiles.map(([name, content]) => ({
  name: `${name}.xlsx`,
  content,
}));

export interface DoorAnswer {
  readonly status: number;
  readonly text: string;
  /** Duration in ms. */
  readonly took: number;
  /** Part of it for which the reading process waited for a processor that others used, ms. */
  readonly waited: number;
}

export type Door = (name: string, content: Uint8Array) => Promise<readonly DoorAnswer[]>;

export interface FileDoors {
  readonly doors: Readonly<Record<string, Door>>;
  readonly worker: string;
  readonly admin: string;
}

const permissions = [
  'inspectUnit:import',
  'labSheet:list',
  'labSheet:add',
  'labAttachment:list',
  'labAttachment:add',
  'labCurve:list',
  'labCurve:add',
  'labRun:list',
  'labRun:add',
  'organization:list',
  'organization:edit',
];

/** Returns every call that accepts files, each with an authorised person. */
export async function fileDoors(server: TestServer): Promise<FileDoors> {
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const analyst = await server.rows.user({
    userName: 'worker',
    organizationId,
    roles: [await server.rows.role({ permissions })],
  });
  await server.rows.user({ userName: 'chief', isAdmin: true });
  const [worker, admin] = [await server.login('worker'), await server.login('chief')];
  const lab = labRowsOf(server, organizationId);
  const [hazard, method] = [
    await lab.hazard('甲苯'),
    await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent' }),
  ];
  await lab.item(method, hazard);
  const curve = (await lab.curve({ method, hazard })).id;
  await lab.authorise(analyst, method);
  const project = (await lab.project('testing')).id;
  const tasks = [(await lab.task({ project, hazard, hazardName: '甲苯', method, analyst })).id];
  const sheet =
    (await server.ask<Answer<{ id: number }>>('POST', 'api/labSheet/start', { token: worker, body: { tasks } })).body
      .body?.id ?? 0;

  async function timed<A extends { readonly status: number; readonly text: string }>(
    asking: Promise<A>,
  ): Promise<A & DoorAnswer> {
    const [from, waited] = [performance.now(), childWaitSince()];
    return asking.then((answer) => ({ ...answer, took: performance.now() - from, waited: waited() }));
  }
  const ask = <B = object>(method_: string, path: string, body?: unknown) =>
    timed(server.ask<Answer<B>>(method_, path, { token: worker, body }));
  const send = <B = object>(
    path: string,
    name: string,
    content: Uint8Array,
    fields: Readonly<Record<string, string>> = {},
    token = worker,
  ) => timed(sendForm<Answer<B>>(server, path, { token, name, content, fields }));
  const upload = (name: string, content: Uint8Array, fileClass: string) =>
    send<{ id: string }>('api/file/upload', name, content, { fileClass });
  /** Performs what follows an accepted upload. */
  async function after(
    name: string,
    content: Uint8Array,
    fileClass: string,
    next: (file: string) => Promise<readonly DoorAnswer[]>,
  ): Promise<readonly DoorAnswer[]> {
    const sent = await upload(name, content, fileClass);
    const file = sent.body.body?.id;
    return file ? [sent, ...(await next(file))] : [sent];
  }

  const doors: Readonly<Record<string, Door>> = {
    import: async (name, content) => [
      await send('api/inspectUnit/import', name, content),
      await send('api/inspectUnit/import/check', name, content),
    ],
    'attachment of a record': (name, content) =>
      after(name, content, 'document', async (file) => {
        const attached = await ask<{ id: number }>('POST', 'api/labAttachment/add', {
          sheet,
          attachmentKind: 'rawData',
          file,
          curve: null,
          sample: null,
          remark: null,
        });
        const table = `api/labAttachment/table/${attached.body.body?.id}`;
        // Opened again whenever the record is.
        return [attached, await ask('GET', table), await ask('GET', table)];
      }),
    'PDF of a curve': (name, content) =>
      after(name, content, 'document', async (file) => [
        await ask('POST', 'api/labCurve/attachPdf', { sheet, curve, file }),
      ]),
    'run of an instrument': (name, content) =>
      after(name, content, 'document', async (file) => {
        const { body } = await ask<{ id: number }>('POST', 'api/labRun/add', {
          runDate: '2026-11-20',
          instrument: null,
          file,
          remark: null,
        });
        const run = body.body?.id;
        return [await ask('GET', `api/labRun/read/${run}`), await ask('GET', `api/labRun/raw/${run}`)];
      }),
    pictures: async (name, content) => [
      await upload(name, content, 'image'),
      await upload(name, content, 'print'),
      await upload(name, content, 'media'),
    ],
    avatar: (name, content) =>
      after(name, content, 'image', async (file) => [
        await ask('PUT', 'api/user/center', { avatar: file }),
        await ask('GET', `api/file/${file}`),
      ]),
    'specimen signature': (name, content) =>
      after(name, content, 'print', async (file) => [await ask('PUT', 'api/user/signature', { fileId: file })]),
    'mark of the organization': (name, content) =>
      after(name, content, 'image', async (file) => {
        const { body } = await server.ask<AnyRow>('GET', `api/organization/${organizationId}`, { token: worker });
        return [await ask('PUT', 'api/organization/edit', { id: organizationId, version: body.version, logo: file })];
      }),
    'package of the app': async (name, content) => [
      await send('api/apkAffix/upload', name, content, { versionName: '9.9.9' }, admin),
    ],
  };
  return { doors, worker, admin };
}
