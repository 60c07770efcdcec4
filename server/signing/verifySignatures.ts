import { and, asc, eq, sql } from 'drizzle-orm';
import { onBehalf } from '@contract/workflow/signatureTexts';
import { signedParts, type StepSignature } from '@contract/workflow/signatureTexts';
import { type Machine, mayEdit } from '@contract/workflow/stateMachine';
import type { Orm } from '../db/orm';
import { auditLogTable, signatureTable, type workflowStepTable } from '../db/schema';
import { fileHash } from '../files/fileHash';
import type { Services } from '../services';
import { hashOf } from './canonicalJson';
import { formerOrganizations } from './formerSeal';
import { type SealStart, isSealValid, sealStart } from './keyedSeal';
import { partHashes } from './signatureHash';
import { contentOf, leavesSignatures, type SignedContent } from './signedContent';
import { sealedFields, type StoredSignature } from './signRows';

type StoredStep = typeof workflowStepTable.$inferSelect;

async function changedFiles(services: Pick<Services, 'files'>, { files }: SignedContent): Promise<boolean> {
  for (const { id, sha256 } of files) if ((await fileHash(services, id)) !== sha256) return true;
  return false;
}

/** Data that a signature is compared with besides the signed content. */
interface SignatureContext {
  readonly start: SealStart | undefined;
  /** Hashes of this row's signatures in the audit trail; empty for signatures from before the trail recorded them. */
  readonly trailHashes: ReadonlySet<string>;
  /** Former organizations of imported signatures, by id of the signature. */
  readonly former: ReadonlyMap<number, string>;
}

type VerificationServices = Pick<Services, 'files' | 'env' | 'database'>;

/** Returns the hashes that the audit trail recorded when the row was signed. */
async function statedHashes(
  orm: Orm,
  { entity, rowId }: Pick<StoredSignature, 'entity' | 'rowId'>,
): Promise<ReadonlySet<string>> {
  const hash = sql<string | null>`${auditLogTable.after} ->> 'hash'`;
  const lines = await orm
    .select({ hash })
    .from(auditLogTable)
    .where(
      and(
        eq(auditLogTable.entity, entity),
        eq(auditLogTable.entityId, rowId),
        eq(auditLogTable.action, 'status'),
        sql`${hash} is not null`,
      ),
    );
  return new Set(lines.flatMap((line) => line.hash ?? []));
}

/** Returns the labels of the parts that changed since the signature. */
async function changedParts(
  services: VerificationServices,
  signature: StoredSignature,
  storedStep: StoredStep | undefined,
  content: SignedContent | null,
  { start, trailHashes, former }: SignatureContext,
): Promise<string[]> {
  if (!storedStep) return ['step'];
  const isSame =
    storedStep.personId === signature.personId &&
    storedStep.personName === signature.personName &&
    storedStep.move === signature.move &&
    storedStep.time.getTime() === signature.time.getTime() &&
    (storedStep.onBehalfName === null
      ? !/（代.+）$/.test(signature.meaning)
      : signature.meaning.endsWith(onBehalf(storedStep.onBehalfName)));
  const sealedContent = sealedFields(signature);
  if (
    !isSame ||
    !(former.has(signature.id) || isSealValid(services.env, start, signature, sealedContent, hashOf(sealedContent))) ||
    hashOf(signature.parts) !== signature.hash
  )
    return ['signature'];
  if (trailHashes.size > 0 && !trailHashes.has(signature.hash)) return ['trail'];
  const before = signature.parts as Readonly<Record<string, string>>;
  const now = content ? partHashes(content) : {};
  const changedNames = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (name) => before[name] !== now[name],
  );
  return content && !changedNames.includes('attachments') && (await changedFiles(services, content))
    ? [...changedNames, 'files']
    : changedNames;
}

/** Returns the context of verifications of one row; empty for a row without signatures. */
async function signatureContextOf(
  services: VerificationServices,
  orm: Orm,
  machine: Machine,
  rowId: number,
  firstSignature: StoredSignature | undefined,
): Promise<SignatureContext> {
  if (!firstSignature) return { start: undefined, trailHashes: new Set(), former: new Map() };
  return {
    start: await sealStart(services, orm),
    trailHashes: await statedHashes(orm, firstSignature),
    former: await formerOrganizations(services.env, orm, machine.name, rowId),
  };
}

/**
 * Returns a function that tells whether a step no longer counts. A row that was returned to the state from which it was
 * signed waits for that signature again.
 */
function pastSteps(machine: Machine, storedSteps: readonly StoredStep[]): (id: number) => boolean {
  const openedStep = storedSteps.findLast(({ toState }) => mayEdit(machine, toState))?.id ?? 0;
  return (id) => {
    const from = storedSteps.find((step) => step.id === id)?.fromState;
    return id < openedStep || storedSteps.some((step) => step.id > id && step.toState === from);
  };
}

/** Returns the verdict on a signed step that has no signature: it was removed. */
function missingSignature(machine: Machine, move: string, isPast: boolean): StepSignature {
  const facts = {
    meaning: machine.moves.find(({ key }) => key === move)?.label ?? move,
    hash: '',
    picture: null,
    account: null,
  };
  return isPast
    ? { ...facts, state: 'past', changed: [] }
    : { ...facts, state: 'invalid', changed: [signedParts['signature'] ?? ''] };
}

/**
 * Verifies the signatures on a row's steps: reads and hashes the signed content again. Signatures from before a
 * return are marked as past.
 * @param storedSteps all steps of the row, oldest first
 * @returns verdicts by the id of the step
 */
export async function verifySignatures(
  services: VerificationServices,
  orm: Orm,
  machine: Machine,
  rowId: number,
  storedSteps: readonly StoredStep[],
): Promise<ReadonlyMap<number, StepSignature>> {
  const verdicts = new Map<number, StepSignature>();
  if (!leavesSignatures(machine.name)) return verdicts;
  const signatures = await orm
    .select()
    .from(signatureTable)
    .where(and(eq(signatureTable.machine, machine.name), eq(signatureTable.rowId, rowId)))
    .orderBy(asc(signatureTable.id));
  const isPast = pastSteps(machine, storedSteps);
  const contents = new Map<string, SignedContent | null>();
  const signatureContext = await signatureContextOf(services, orm, machine, rowId, signatures[0]);
  for (const signature of signatures) {
    const { entity, move, meaning, hash, fileId, step: stepId, personAccount } = signature;
    // Nothing can be verified for signatures from before hashes were stored.
    if (hash === '') continue;
    const formerSignature = signatureContext.former.get(signature.id);
    const facts = {
      meaning,
      hash,
      picture: fileId,
      account: personAccount,
      ...(formerSignature ? { former: formerSignature } : {}),
    };
    const step = storedSteps.find(({ id }) => id === stepId);
    // Steps are never deleted. A signature without its step was tampered with, even if it is from before a return.
    if (step && isPast(stepId)) {
      verdicts.set(stepId, { ...facts, state: 'past', changed: [] });
      continue;
    }
    if (!contents.has(move)) contents.set(move, (await contentOf(orm, entity, rowId, move)) ?? null);
    const changedKeys = await changedParts(services, signature, step, contents.get(move) ?? null, signatureContext);
    verdicts.set(stepId, {
      ...facts,
      state: changedKeys.length ? 'invalid' : 'valid',
      changed: changedKeys.map((part) => signedParts[part] ?? part),
    });
  }
  const signedSteps = new Set(signatures.map(({ step }) => step));
  for (const { id, signed, move } of storedSteps)
    if (signed && !signedSteps.has(id)) verdicts.set(id, missingSignature(machine, move, isPast(id)));
  return verdicts;
}

/**
 * Returns signatures whose step was deleted by bypassing the triggers. Timelines show them; otherwise a signature
 * would vanish with its step.
 */
export async function signaturesWithoutStep(
  orm: Orm,
  machine: Machine,
  rowId: number,
  storedSteps: readonly StoredStep[],
): Promise<StoredSignature[]> {
  if (!leavesSignatures(machine.name)) return [];
  const signatures = await orm
    .select()
    .from(signatureTable)
    .where(and(eq(signatureTable.machine, machine.name), eq(signatureTable.rowId, rowId)))
    .orderBy(asc(signatureTable.id));
  return signatures.filter(({ step }) => storedSteps.every(({ id }) => id !== step));
}
