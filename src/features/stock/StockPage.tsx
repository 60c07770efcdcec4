import { useMemo, useState } from 'react';
import { crud } from '@/api/crudClient';
import { LabelDialog } from '@/fields/labels/LabelDialog';
import { defineAction, ListEditor, type ListPage } from '@/listEditor';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { lotOf, type StockKind, stockPermission } from '@contract/features/stock/stockKinds';
import { LedgerDrawer } from './LedgerDrawer';
import { LotDetail } from './LotDetail';
import { PrepareDialog } from './PrepareDialog';
import { StockContext, type StockContextValue } from './stockContext';
import { StockMovementDialog } from './StockMovementDialog';
import type { StockDialogState } from './stockTypes';
import { StockWarningList } from './StockWarningList';

/** Returns the texts of a lot's label, enough to identify it by eye. */
function labelOf(kind: StockKind, row: AnyRow) {
  const lot = lotOf(kind, row);
  return {
    id: lot.id,
    sampleNo: lot.no,
    sampleKind: 'sample',
    hazardName: lot.name,
    origin: [`批号${lot.lotNo}`, lot.specification].filter(Boolean).join(' '),
    day: lot.validUntil ? `有效期至 ${lot.validUntil}` : '',
  };
}

/** Actions 出入库 of one lot and of the selected lots. */
const movementActions = (permission: readonly string[], move: (request: StockDialogState) => void) => [
  defineAction({
    key: 'move',
    label: '出入库',
    place: 'row',
    permission,
    run: ({ rows }) => move({ rows, movement: 'out' }),
  }),
  defineAction({
    key: 'moveMany',
    label: '出入库',
    place: 'selection',
    permission,
    enabled: (rows) => rows.length > 0,
    run: ({ rows }) => move({ rows, movement: 'out' }),
  }),
];

/** Actions 配制, with or without a preselected lot. */
const preparationActions = (
  permission: readonly string[],
  prepare: (preparation: { readonly row: AnyRow | null }) => void,
) => [
  defineAction({
    key: 'prepare',
    label: '配制',
    place: 'toolbar',
    permission,
    run: () => prepare({ row: null }),
  }),
  defineAction({
    key: 'prepareOf',
    label: '用于配制',
    place: 'row',
    permission,
    run: ({ rows }) => prepare({ row: rows[0] ?? null }),
  }),
];

/** Page of one kind of stock: lots and actions. The caller passes columns and form. */
export function StockPage({ kind, list }: { readonly kind: StockKind; readonly list: ListPage }) {
  const { entity } = list;
  const [moveRequest, setMoveRequest] = useState<StockDialogState | null>(null);
  const [preparation, setPreparation] = useState<{ readonly row: AnyRow | null } | null>(null);
  const [labelledRows, setLabelledRows] = useState<readonly AnyRow[]>([]);
  const [isLedgerOpen, setIsLedgerOpen] = useState(false);
  const mayMove = useCan([stockPermission(kind)]);
  const permission = useMemo(() => [stockPermission(kind)], [kind]);
  const page = useMemo<ListPage>(() => {
    return {
      ...list,
      actions: [
        ...movementActions(permission, setMoveRequest),
        ...(kind === 'consumable' ? [] : preparationActions(permission, setPreparation)),
        defineAction({
          key: 'labels',
          label: '打印标签',
          place: 'selection',
          run: ({ rows }) => setLabelledRows(rows),
        }),
        defineAction({ key: 'ledger', label: '出入库流水', place: 'toolbar', run: () => setIsLedgerOpen(true) }),
        ...(list.actions ?? []),
      ],
      slots: { aboveList: StockWarningList, detail: LotDetail },
    };
  }, [kind, list, permission]);
  const context = useMemo<StockContextValue>(
    () => ({
      kind,
      onReturn: mayMove
        ? (issue, lotId) =>
            void crud(entity)
              .get(lotId)
              .then((row) =>
                setMoveRequest({
                  rows: [row],
                  movement: 'return',
                  issue: { id: issue.id, movementNo: String(issue.movementNo) },
                }),
              )
        : undefined,
    }),
    [kind, entity, mayMove],
  );
  return (
    <StockContext value={context}>
      <ListEditor page={page} />
      <StockMovementDialog kind={kind} entity={entity} moveRequest={moveRequest} onClose={() => setMoveRequest(null)} />
      {kind !== 'consumable' && (
        <PrepareDialog
          kind={kind}
          open={preparation !== null}
          preselectedLot={preparation?.row ?? null}
          onClose={() => setPreparation(null)}
        />
      )}
      <LedgerDrawer kind={kind} open={isLedgerOpen} onClose={() => setIsLedgerOpen(false)} />
      <LabelDialog
        title={`打印${entity.label}标签`}
        open={labelledRows.length > 0}
        rows={labelledRows.map((row) => labelOf(kind, row))}
        onClose={() => setLabelledRows([])}
      />
    </StockContext>
  );
}
