import { type ArchiveBlocker, documentBlockers, formBlockers } from '@contract/features/archive/archiveBlockers';
import { documentName, archiveChecklist } from '@contract/features/archive/archiveChecklist';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type {
  ArchivedDocument,
  ArchiveDocument,
  ArchiveSignature,
  CheckedDocument,
} from '@contract/features/archive/archiveWire';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { signedParts } from '@contract/workflow/signatureTexts';
import type { Machine } from '@contract/workflow/stateMachine';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { sheetsMissingFor } from '@server/features/projects/requiredSheets';
import { fileHash } from '@server/files/fileHash';
import type { Services } from '@server/services';
import { signaturesWithoutStep, verifySignatures } from '@server/signing/verifySignatures';
import { stepsOf } from '@server/workflow/stepHistory';
import { archiveFacts } from './archiveFacts';

const machineOfName = new Map<string, Machine>(
  [approvalMachine, handOverMachine, labCurveMachine, recordMachine, reportMachine, samplePlanMachine].map(
    (machine) => [machine.name, machine],
  ),
);

/** Returns the valid signatures of a document, each verified; signatures before a return are history. */
async function signaturesOf(services: Services, orm: Orm, { signed }: ArchiveDocument): Promise<ArchiveSignature[]> {
  const machine = signed ? machineOfName.get(signed.machine) : undefined;
  if (!signed || !machine) return [];
  const steps = await stepsOf(orm, machine, signed.row);
  const verdicts = await verifySignatures(services, orm, machine, signed.row, steps);
  const lostSignatures = await signaturesWithoutStep(orm, machine, signed.row, steps);
  const standingSignatures = steps.flatMap((step): ArchiveSignature[] => {
    const verdict = verdicts.get(step.id);
    if (!verdict || verdict.state === 'past') return [];
    const { meaning, state, hash, changed } = verdict;
    return [{ meaning, state, hash, changed, name: step.personName, at: formatMoment(step.time, services.env.zone) }];
  });
  return [
    ...standingSignatures,
    ...lostSignatures.map(({ meaning, hash, personName: name, time }): ArchiveSignature => ({
      meaning,
      state: 'invalid',
      hash,
      changed: [signedParts['step'] ?? ''],
      name,
      at: formatMoment(time, services.env.zone),
    })),
  ];
}

/** Returns the checklist of a project with every signature verified. */
export async function checkedDocuments(
  services: Services,
  orm: Orm,
  project: { readonly id: number; readonly stage: unknown; readonly incoming: unknown },
): Promise<CheckedDocument[]> {
  const projectFacts = (
    await archiveFacts(orm, services.env.zone, [
      { id: project.id, stage: String(project.stage), incoming: project.incoming === true },
    ])
  ).get(project.id);
  const archivedKeys = projectFacts?.archived;
  const documents: CheckedDocument[] = [];
  for (const document of projectFacts ? archiveChecklist(projectFacts) : []) {
    documents.push({
      ...document,
      signatures: await signaturesOf(services, orm, document),
      isAddedLater: archivedKeys !== undefined && document.status === 'present' && !archivedKeys.has(document.key),
    });
  }
  return documents;
}

/**
 * Returns what prevents 归档: missing documents, invalid signatures, forms that are not signed. The page of the
 * archive, the strip 还缺什么 and the refusal all use it.
 */
export async function blockersOf(
  orm: Orm,
  projectId: number,
  documents: readonly CheckedDocument[],
): Promise<ArchiveBlocker[]> {
  return [
    ...documentBlockers(documents),
    ...formBlockers(await sheetsMissingFor(orm, projectId, 'archive'), projectId),
  ];
}

/**
 * Returns the names of uploads whose content was altered. Uploads are read completely, so it runs before an archive
 * is closed and not at each view.
 */
export async function alteredUploads(services: Services, documents: readonly CheckedDocument[]): Promise<string[]> {
  const alteredTexts: string[] = [];
  for (const document of documents)
    if (
      document.status === 'present' &&
      document.file &&
      (await fileHash(services, document.file.id)) !== document.file.sha256
    )
      alteredTexts.push(archiveTexts.altered(documentName(document)));
  return alteredTexts;
}

/** Returns the list to be frozen: each document with the hashes of its content, where it has any. */
export const frozenList = (documents: readonly CheckedDocument[]): ArchivedDocument[] =>
  documents
    .filter(({ status }) => status === 'present')
    .map(({ key, folder, title, no, file, signatures }) => ({
      key,
      folder,
      title,
      no,
      file: file?.id ?? null,
      hashes: file ? [file.sha256] : signatures.length > 0 ? signatures.map(({ hash }) => hash) : null,
    }));
