import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import {
  clientNoticeTexts,
  type ClientMatter,
  type ClientMatterReply,
  matterTexts,
} from '@contract/features/customers/enterprise/clientMatters';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { clientReply } from '@contract/features/customers/entities/clientReply';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { clientMatterTable, clientReplyTable, storedFileTable } from '@server/db/schema';
import { conflict, invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { type ClientProject, clientProject, tellClients, tellOrganization } from './clientProject';

const kindLabels = new Map<string, string>(
  fixedDictionaries.clientMatterKind.map(({ value, label }) => [value, label]),
);

/** Returns the threads of a project: waiting ones first, then by age, newest first. */
export async function mattersOf(orm: Orm, zone: string, projectId: number): Promise<ClientMatter[]> {
  const [matterTable, replyTable, file] = [clientMatterTable, clientReplyTable, storedFileTable];
  const heads = await orm
    .select()
    .from(matterTable)
    .where(and(eq(matterTable.project, projectId), isNull(matterTable.deleteTime)))
    .orderBy(desc(matterTable.id));
  const ids = heads.map(({ id }) => id);
  const lines = ids.length
    ? await orm
        .select({ reply: replyTable, fileId: file.id, fileName: file.name })
        .from(replyTable)
        .leftJoin(file, and(eq(file.id, replyTable.attachment), isNull(file.deleteTime)))
        .where(and(inArray(replyTable.matter, ids), isNull(replyTable.deleteTime)))
        .orderBy(asc(replyTable.id))
    : [];
  const presentReply = (line: (typeof lines)[number]): ClientMatterReply => ({
    id: line.reply.id,
    content: line.reply.content,
    author: line.reply.author ?? '',
    fromClient: line.reply.fromClient,
    at: formatMoment(line.reply.createTime, zone),
    attachment: line.fileId === null ? null : { id: line.fileId, name: line.fileName ?? '' },
  });
  const clientMatters = heads.map(
    ({
      id,
      version,
      matterKind,
      title,
      content,
      dueOn,
      visitOn,
      state,
      fromClient,
      author,
      createTime,
    }): ClientMatter => ({
      id,
      version,
      matterKind,
      title,
      content,
      dueOn,
      visitOn,
      state: state ?? 'open',
      fromClient,
      author: author ?? '',
      at: formatMoment(createTime, zone),
      replies: lines.filter(({ reply }) => reply.matter === id).map(presentReply),
    }),
  );
  return [
    ...clientMatters.filter(({ state }) => state !== 'closed'),
    ...clientMatters.filter(({ state }) => state === 'closed'),
  ];
}

interface NewReply {
  readonly content: string;
  readonly attachment?: string | null | undefined;
}

interface NewMatter {
  readonly matterKind: string;
  readonly title: string;
  readonly content?: string | null | undefined;
  readonly dueOn?: string | null | undefined;
  readonly visitOn?: string | null | undefined;
  /** First message of the thread. */
  readonly first?: NewReply | undefined;
}

const stampOf = (services: Services, call: Call<unknown>, project: ClientProject) => {
  const time = services.now();
  return {
    organizationId: project.organizationId,
    createBy: call.viewer.user.id,
    createTime: time,
    updateBy: call.viewer.user.id,
    updateTime: time,
  };
};

type StoredMatter = typeof clientMatterTable.$inferSelect;

/** Stores a message of a thread with its audit line. */
async function storeReply(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  project: ClientProject,
  matter: Pick<StoredMatter, 'id' | 'title'>,
  { content, attachment = null }: NewReply,
  fromClient: boolean,
): Promise<void> {
  const author = call.viewer.user.nickName;
  const values = {
    matter: matter.id,
    content: content.trim() || null,
    attachment,
    fromClient,
    author,
    ...pinyinOf(author),
    ...stampOf(services, call, project),
  };
  const [createdReply] = await tx.insert(clientReplyTable).values(values).returning({ id: clientReplyTable.id });
  await recordAudit(tx, actorOf(call), [
    {
      action: 'add',
      entity: clientReply,
      entityId: createdReply?.id ?? null,
      title: matter.title,
      organizationId: project.organizationId,
      after: { matter: matter.id, content: values.content, attachment },
    },
  ]);
}

/**
 * Begins a thread and notifies the other side.
 * @returns id of the thread
 */
export async function beginMatter(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  project: ClientProject,
  newMatter: NewMatter,
  fromClient: boolean,
): Promise<number> {
  const author = call.viewer.user.nickName;
  const { matterKind, title, content = null, dueOn = null, visitOn = null } = newMatter;
  const values = {
    project: project.id,
    matterKind,
    title,
    content,
    dueOn,
    visitOn,
    state: 'open',
    fromClient,
    author,
    ...pinyinOf(title),
    ...stampOf(services, call, project),
  };
  const [createdMatter] = await tx.insert(clientMatterTable).values(values).returning({ id: clientMatterTable.id });
  const id = createdMatter?.id as number;
  await recordAudit(tx, actorOf(call), [
    {
      action: 'add',
      entity: clientMatter,
      entityId: id,
      title,
      organizationId: project.organizationId,
      after: { project: project.id, matterKind, title, content, dueOn, visitOn },
    },
  ]);
  if (newMatter.first) await storeReply(services, tx, call, project, { id, title }, newMatter.first, fromClient);
  if (fromClient)
    await tellOrganization(services, tx, call, project, {
      title: clientNoticeTexts.fromClientTitle(project.unitName, title),
      text: clientNoticeTexts.fromClientText(project.code, title),
    });
  else
    await tellClients(services, tx, call, project.id, {
      title: clientNoticeTexts.asked(kindLabels.get(matterKind) ?? '', title),
      text: clientNoticeTexts.askedText(project.code, title),
    });
  return id;
}

/**
 * Locks a thread of the project.
 * @throws Refusal 404; 409 for a closed thread
 */
async function lockOpenMatter(tx: Orm, projectId: number, id: number): Promise<StoredMatter> {
  const matterTable = clientMatterTable;
  const [matter] = await tx
    .select()
    .from(matterTable)
    .where(and(eq(matterTable.id, id), eq(matterTable.project, projectId), isNull(matterTable.deleteTime)))
    .for('update');
  if (!matter) throw notFound(matterTexts.notFound);
  if (matter.state === 'closed') throw conflict(matterTexts.done, 'closed');
  return matter;
}

/**
 * Returns the thread's project.
 * @throws Refusal 404
 */
export async function projectOfMatter(orm: Orm, id: number): Promise<number> {
  const [matterRow] = await orm
    .select({ project: clientMatterTable.project })
    .from(clientMatterTable)
    .where(and(eq(clientMatterTable.id, id), isNull(clientMatterTable.deleteTime)));
  if (!matterRow) throw notFound(matterTexts.notFound);
  return matterRow.project;
}

/**
 * Requires that an attachment is the writer's own upload.
 * @throws Refusal 400
 */
async function assertOwnUpload(tx: Orm, call: Call<unknown>, id: string): Promise<void> {
  const [file] = await tx
    .select({ by: storedFileTable.createBy })
    .from(storedFileTable)
    .where(and(eq(storedFileTable.id, id), isNull(storedFileTable.deleteTime)));
  if (file?.by !== call.viewer.user.id) throw invalid([{ field: 'attachment', message: matterTexts.foreignFile }]);
}

async function setState(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  storedMatter: StoredMatter,
  state: string,
): Promise<void> {
  const closedAt = state === 'closed' ? services.now() : null;
  await tx
    .update(clientMatterTable)
    .set({
      state,
      closedAt,
      version: storedMatter.version + 1,
      updateBy: call.viewer.user.id,
      updateTime: services.now(),
    })
    .where(eq(clientMatterTable.id, storedMatter.id));
}

/**
 * Adds a message to a thread and notifies the other side. A waiting thread becomes answered.
 * @throws Refusal 400, 404, 409
 */
export async function replyTo(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  project: ClientProject,
  id: number,
  newReply: NewReply,
  fromClient: boolean,
): Promise<void> {
  const matter = await lockOpenMatter(tx, project.id, id);
  const { content, attachment = null } = newReply;
  if (!content.trim() && attachment === null) throw invalid([{ field: 'content', message: matterTexts.nothing }]);
  if (attachment !== null) await assertOwnUpload(tx, call, attachment);
  await storeReply(services, tx, call, project, matter, { content, attachment }, fromClient);
  await setState(services, tx, call, matter, fromClient === matter.fromClient ? 'open' : 'answered');
  const message = {
    title: clientNoticeTexts.repliedTitle(matter.title),
    text: clientNoticeTexts.repliedText(project.code, matter.title),
  };
  if (fromClient) await tellOrganization(services, tx, call, project, message);
  else await tellClients(services, tx, call, project.id, message);
}

/**
 * Performs 办结 for the organization.
 * @throws Refusal 404, 409
 */
export async function closeMatter(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  projectId: number,
  id: number,
): Promise<void> {
  const matter = await lockOpenMatter(tx, projectId, id);
  await setState(services, tx, call, matter, 'closed');
  await recordAudit(tx, actorOf(call), [
    {
      action: 'status',
      entity: clientMatter,
      entityId: id,
      title: matter.title,
      organizationId: matter.organizationId,
      before: { state: matter.state },
      after: { state: 'closed' },
    },
  ]);
}

/** Asks the client to confirm a visit on a day. */
export async function askVisit(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  projectId: number,
  day: string,
): Promise<void> {
  const projectRow = await clientProject(tx, projectId);
  if (!projectRow) return;
  const title = clientNoticeTexts.visitTitle(day);
  await beginMatter(
    services,
    tx,
    call,
    projectRow,
    { matterKind: 'visit', title, content: clientNoticeTexts.visitText(projectRow.code, day), visitOn: day },
    false,
  );
}
