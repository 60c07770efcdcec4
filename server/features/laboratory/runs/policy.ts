import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { labRunFile } from '@contract/features/laboratory/entities/labRunFile';
import { labRunInjection } from '@contract/features/laboratory/entities/labRunInjection';
import { fitnessTexts } from '@contract/features/laboratory/purposeFit';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { profileFault, type StoredProfile } from '@contract/features/laboratory/runs/storedProfile';
import { formatDay } from '@server/base/zone';
import { perTransaction } from '@server/crud/cachePerTransaction';
import type { Policy } from '@server/crud/policy';
import { removeParts } from '@server/crud/removeParts';
import { nextCount } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import {
  labMethodTable,
  labRunFileTable,
  labRunInjectionTable,
  labRunTable,
  storedFileTable,
  runProfileTable,
  standardTable,
} from '@server/db/schema';
import { hazardsOfStandards } from '@server/features/stock/purposeFitness';
import { conflict, invalid } from '@server/http/errors';

/** Returns name, size and hash of an upload, as they are stored in the run. */
async function factsOfFile(tx: Orm, file: unknown) {
  const [storedFile] = await tx
    .select()
    .from(storedFileTable)
    .where(eq(storedFileTable.id, String(file)));
  return storedFile
    ? { fileName: storedFile.name.slice(0, 255), size: storedFile.size, sha256: storedFile.sha256 }
    : {};
}

/**
 * Requires that all methods are of one kind.
 * @throws Refusal 400
 */
async function assertOneKind(tx: Orm, methods: unknown): Promise<void> {
  const ids = (methods as readonly number[] | null | undefined) ?? [];
  if (ids.length < 2) return;
  const kinds = await tx
    .selectDistinct({ kind: labMethodTable.methodKind })
    .from(labMethodTable)
    .where(inArray(labMethodTable.id, [...ids]));
  if (kinds.length > 1) throw invalid([{ field: 'methods', message: runTexts.mixedKinds }]);
}

/**
 * Save rules of a run: its number, its analyst, and the name, size and hash of its uploaded file. A run can't be
 * changed or deleted while its readings are in records.
 */
export const labRunPolicy: Policy = {
  disabledOperations: ['copy', 'status', 'restore'],
  async beforeSave(draft, { services, tx, before, call }) {
    await assertOneKind(tx, draft.methods);
    const emptyFacts = { fileName: null, size: null, sha256: null };
    const fileFacts = draft.file ? await factsOfFile(tx, draft.file) : emptyFacts;
    if (before) return fileFacts;
    const year = formatDay(services.now(), services.env.zone).slice(0, 4);
    const count = await nextCount(tx, call.viewer.homeOrganizationId ?? 0, `labRun:${year}`);
    return {
      ...fileFacts,
      runNo: `FX-${year}-${String(count).padStart(4, '0')}`,
      analyst: call.viewer.user.id,
      state: 'open',
    };
  },
  async assertOpen(row) {
    if (row.state !== 'open') throw conflict(runTexts.written, 'locked');
  },
  /** Deletes the sequence of a deleted run and the entries of its files. */
  async beforeDelete(rows, context) {
    const ids = rows.map(({ id }) => id);
    const sequence = { entity: labRunInjection, table: labRunInjectionTable, parentColumn: labRunInjectionTable.run };
    await removeParts(context, sequence, ids);
    await removeParts(context, { entity: labRunFile, table: labRunFileTable, parentColumn: labRunFileTable.run }, ids);
  },
};

/**
 * Requires that the run of a row is open, and locks the run until the transaction ends. One query serves all rows of
 * a request.
 */
const assertRunOpen = (tx: Orm, id: number): Promise<void> =>
  perTransaction(tx, `labRun:${id}`, async () => {
    const [run] = await tx
      .select({ state: labRunTable.state })
      .from(labRunTable)
      .where(and(eq(labRunTable.id, id), isNull(labRunTable.deleteTime)))
      .for('update');
    if (run?.state !== 'open') throw conflict(runTexts.written, 'locked');
  });

/** Kinds of injections with a volume of the stock solution. */
const kindsWithVolume: ReadonlySet<string> = new Set(['standard', 'midpoint', 'spike']);

/**
 * Returns level, volume and control sample of an injection as its kind has them.
 * @throws Refusal 400 for a control sample without certified value, or whose components are unknown
 */
async function solutionFieldsOf(draft: Readonly<Record<string, unknown>>, tx: Orm) {
  const kind = String(draft.injectionKind);
  const volume = kindsWithVolume.has(kind) ? {} : { standardVolume: null };
  const level = kind === 'standard' || kind === 'midpoint' ? {} : { level: null };
  if (kind !== 'control') return { ...volume, ...level, standard: null };
  if (typeof draft.standard !== 'number') return { ...volume, ...level };
  const [standard] = await tx.select().from(standardTable).where(eq(standardTable.id, draft.standard));
  if (!standard) return { ...volume, ...level };
  const name = `${standard.standardName} ${standard.lotNo}`;
  const refuse = (message: string) => invalid([{ field: 'standard', message }]);
  if (!standard.certified || !standard.uncertainty) throw refuse(labCheckTexts.standardBare(name));
  const hazards = (await hazardsOfStandards(tx, [standard])).get(standard.id) ?? [];
  if (!hazards.length) throw refuse(fitnessTexts.standardUnknown(name));
  return { ...volume, ...level };
}

/** Save rules of the sequence: its rows are saved together, while no reading of the run is in a record. */
export const labRunInjectionPolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'run',
  savedTogether: true,
  disabledOperations: ['copy', 'status', 'restore'],
  async beforeSave(draft, { tx, before }) {
    if (before && before.run !== draft.run) throw conflict(runTexts.otherRun);
    await assertRunOpen(tx, Number(draft.run));
    const level = await solutionFieldsOf(draft, tx);
    if (draft.rowSort !== null && draft.rowSort !== undefined) return level;
    const [last] = await tx
      .select({ rowSort: max(labRunInjectionTable.rowSort) })
      .from(labRunInjectionTable)
      .where(and(eq(labRunInjectionTable.run, Number(draft.run)), isNull(labRunInjectionTable.deleteTime)));
    return { ...level, rowSort: Math.min(Number(last?.rowSort ?? 0) + 10, 100_000) };
  },
  async assertOpen(row, { tx }) {
    await assertRunOpen(tx, Number(row.run));
  },
};

/** Highest number of files of a run: one for each injection of a long sequence. Each preview reads all of them. */
export const maxRunFiles = 500;

/** Returns the number of a run's files: the file of its head, and the additional ones. */
export async function countFilesInRun(tx: Orm, runId: number): Promise<number> {
  const [head] = await tx.select({ file: labRunTable.file }).from(labRunTable).where(eq(labRunTable.id, runId));
  const extraFiles = await tx.$count(
    labRunFileTable,
    and(eq(labRunFileTable.run, runId), isNull(labRunFileTable.deleteTime)),
  );
  return extraFiles + (head?.file ? 1 : 0);
}

/**
 * Save rules of the additional files of a run: name, size and hash as uploaded; unchangeable once readings are in
 * records.
 */
export const labRunFilePolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'run',
  disabledOperations: ['copy', 'edit', 'status', 'restore'],
  async beforeSave(draft, { tx }) {
    const runId = Number(draft.run);
    await assertRunOpen(tx, runId);
    if ((await countFilesInRun(tx, runId)) >= maxRunFiles) throw conflict(runTexts.tooManyFiles(maxRunFiles));
    return factsOfFile(tx, draft.file);
  },
  async assertOpen(row, { tx }) {
    await assertRunOpen(tx, Number(row.run));
  },
};

/**
 * Save rules of profiles that people define. A profile that is saved under an existing name becomes its next version.
 * The earlier versions stay, because runs refer to the version that read them.
 */
export const runProfilePolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['edit', 'copy', 'status', 'restore'],
  async beforeSave(draft, { tx, organizationId }) {
    const profile = { ...draft, versionNo: 1 } as unknown as StoredProfile;
    const fault = profileFault(profile);
    if (fault) throw invalid([fault]);
    const [last] = await tx
      .select({ versionNo: max(runProfileTable.versionNo) })
      .from(runProfileTable)
      .where(
        and(
          eq(runProfileTable.profileName, String(draft.profileName)),
          organizationId === null
            ? isNull(runProfileTable.organizationId)
            : eq(runProfileTable.organizationId, organizationId),
        ),
      );
    return { versionNo: Number(last?.versionNo ?? 0) + 1 };
  },
};
