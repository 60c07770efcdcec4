import { acceptAnswer } from '@/api/acceptAnswer';
import type { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import type { Row } from '@contract/entity';
import { stockMovement } from '@contract/features/stock/entities/stockMovement';
import type { LotUses } from '@contract/features/stock/lotUses';
import type { Lot, StockKind } from '@contract/features/stock/stockKinds';
import type { StockWarnings } from '@contract/features/stock/stockWarnings';
import type { Answer, Page } from '@contract/wire';
import { isUnfit } from './useOverride';

/** A line of the ledger with the lot's name. */
export type LedgerRow = Row<typeof stockMovement> & {
  readonly itemName?: string;
  readonly lotNo?: string;
  readonly amountUnit?: string | null;
};

/** The form shows field errors; an expired lot leads to a question. */
const isShownInForm = (failure: Failure): boolean => Boolean(failure.errors?.length) || isUnfit(failure);

/** Query key of everything that a movement changes, the list of lots included. */
export const stockKey = (kind: StockKind) => ['list', `api/${kind}`] as const;

async function messageOf<B>(call: Promise<{ data: Answer<B> }>): Promise<string> {
  const { data } = await call;
  acceptAnswer(data);
  return data.message;
}

export const moveStock = (
  kind: StockKind,
  body: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): Promise<string> =>
  messageOf(client.post<Answer>(`api/${kind}/move`, body, { idempotencyKey, quiet: isShownInForm }));
export const prepareLot = (
  kind: 'standard' | 'reagent',
  body: Readonly<Record<string, unknown>>,
  idempotencyKey: string,
): Promise<string> =>
  messageOf(client.post<Answer>(`api/${kind}/prepare`, body, { idempotencyKey, quiet: isShownInForm }));

const readBody = async <B>(path: string, signal: AbortSignal): Promise<B> =>
  (await client.get<B>(path, { signal, quiet: true })).data;

export const fetchWarnings = (kind: StockKind, signal: AbortSignal) =>
  readBody<StockWarnings>(`api/${kind}/warnings`, signal);
export const fetchFirstExpiring = (kind: StockKind, lotId: number, signal: AbortSignal) =>
  readBody<{ content: Lot[] }>(`api/${kind}/firstExpiring/${lotId}`, signal).then(({ content }) => content);
export const fetchUses = (kind: StockKind, lotId: number, signal: AbortSignal) =>
  readBody<LotUses>(`api/${kind}/uses/${lotId}`, signal);
export const fetchLedger = (kind: StockKind, lotId: number, signal: AbortSignal) =>
  readBody<Page<LedgerRow>>(`api/${kind}/ledger?${kind}=${lotId}&size=1000&sort=id,desc`, signal).then(
    ({ content }) => content,
  );
