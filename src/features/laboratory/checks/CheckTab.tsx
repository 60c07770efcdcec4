import { Button, Space } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useOverride } from '@/features/stock/useOverride';
import { DataGrid, useDataGrid, type EntryRow } from '@/grid/DataGrid';
import { todayText } from '@/lib/dateTexts';
import { newId } from '@/lib/newId';
import type { AnyRow, Row } from '@contract/entity';
import { type CheckOffer, checkOffers } from '@contract/features/laboratory/checks/checkOffers';
import type { CheckContext, CheckKind } from '@contract/features/laboratory/methods/sheets/methodChecks';
import { checkInputs } from '@contract/features/laboratory/methods/sheets/methodChecks';
import type { standard } from '@contract/features/stock/entities/standard';
import type { SavedTogether } from '@contract/workbook/saveMany';
import type { MethodPageProps } from '../methodPages';
import { fetchChecks, saveChecks } from './checkCalls';
import { checkGridOf, judgeBy } from './checkGrid';
import { ChecksFromRecordDialog } from './ChecksFromRecordDialog';
import { EfficiencyLine } from './EfficiencyLine';
import { limitText } from './limitText';
import styles from './checks.module.css';

interface CheckTabProps extends Pick<MethodPageProps, 'work' | 'reload'> {
  readonly kind: CheckKind;
  readonly label: string;
  readonly context: CheckContext;
  readonly standards: ReadonlyMap<number, Row<typeof standard>>;
  /** Reports the number of unsaved rows. */
  readonly onUnsaved: (kind: CheckKind, count: number) => void;
}

const readonly = { add: false, edit: false, remove: false } as const;
const allAbilities = {} as const;

interface UseCheckGridParts {
  readonly work: CheckTabProps['work'];
  readonly reload: CheckTabProps['reload'];
  readonly kind: CheckTabProps['kind'];
  readonly context: CheckContext;
  readonly standards: CheckTabProps['standards'];
  readonly withOverride: ReturnType<typeof useOverride>['withOverride'];
}

/** Returns the grid of a kind of check: rows are judged on each change, and saved together. */
function useCheckGrid({ work, reload, kind, context, standards, withOverride }: UseCheckGridParts) {
  const { sheet, locked } = work;
  const { entity, columns, keys } = checkGridOf(kind);
  const storedRows = useRef<Map<number, AnyRow>>(new Map());
  const fixedValues = useMemo(() => ({ sheet: sheet.id, checkKind: kind }), [sheet.id, kind]);
  const offers = useMemo(() => checkOffers(kind, work), [kind, work]);
  const onDay = sheet.testDate ?? todayText();
  const derive = useMemo(
    () => judgeBy({ kind, context, offers, standards, onDay }),
    [kind, context, offers, standards, onDay],
  );
  const load = useCallback(
    async (signal: AbortSignal) => {
      const rows = await fetchChecks(sheet.id, kind, signal);
      storedRows.current = new Map(rows.map((row) => [row.id, row]));
      return rows;
    },
    [sheet.id, kind],
  );
  const save = useCallback(
    async (request: SavedTogether, key: string) => {
      const savedRows = await withOverride((override) =>
        saveChecks(request, keys, storedRows.current, key, override?.reason),
      );
      for (const row of savedRows) storedRows.current.set(row.id, row);
      return savedRows;
    },
    [keys, withOverride],
  );
  const onSaved = useCallback(() => void reload(), [reload]);
  const grid = useDataGrid({
    entity,
    columns,
    fixedValues,
    order: 'rowSort',
    load,
    save,
    derive,
    can: locked === null ? allAbilities : readonly,
    onSaved,
  });
  return { grid, offers };
}

/** Checks whether a stored row failed and has no repetition yet. */
function canRetest(
  active: EntryRow | undefined,
  derivedValues: Readonly<Record<string, unknown>> | undefined,
): boolean {
  return (
    active?.values['id'] !== undefined &&
    active.values['passes'] === false &&
    active.values['judged'] === true &&
    derivedValues?.['again'] !== true
  );
}

interface CheckToolsProps {
  readonly offers: readonly CheckOffer[];
  readonly setOffering: (open: boolean) => void;
  readonly mayRetest: boolean;
  readonly retest: () => void;
}

/** Buttons that take values from the record and repeat a failed check. */
function CheckTools({ offers, setOffering, mayRetest, retest }: CheckToolsProps) {
  return (
    <Space>
      {offers.length > 0 && <Button onClick={() => setOffering(true)}>从记录取数</Button>}
      <Button
        disabled={!mayRetest}
        title={mayRetest ? undefined : '选中已保存的不合格行后可以复测；原结果保留'}
        onClick={retest}
      >
        复测所选行
      </Button>
    </Space>
  );
}

/** Sheet of one kind of check: typed, pasted or taken from the record, and judged on each change. */
export function CheckTab({ work, reload, kind, label, context, standards, onUnsaved }: CheckTabProps) {
  const { locked } = work;
  const { keys } = checkGridOf(kind);
  const [offering, setOffering] = useState(false);
  const { withOverride, overrideDialog } = useOverride();
  const { grid, offers } = useCheckGrid({ work, reload, kind, context, standards, withOverride });
  const { unsaved } = grid;
  useEffect(() => onUnsaved(kind, unsaved), [kind, unsaved, onUnsaved]);

  const add = (newRows: readonly Readonly<Record<string, unknown>>[]) => {
    const isTouched = (row: (typeof grid.rows)[number]) => !grid.isUntouched(row);
    grid.change((previousGridState) => [
      ...previousGridState.history.present.rows.filter(isTouched),
      ...newRows.map((values) => ({ key: newId(), values: { ...grid.blank, ...values } })),
    ]);
  };
  const isTaken = (offer: CheckOffer) =>
    grid.rows.some(
      ({ values }) =>
        values['sampleNo'] === offer.sampleNo &&
        Object.entries(offer.values).every(([key, value]) => values[key] === value),
    );
  const active = grid.rows[grid.state.history.present.selection.anchor.row];
  const derivedValues = active && grid.derived.get(active.key);
  const mayRetest = canRetest(active, derivedValues);
  const retest = () => {
    if (active)
      add([
        {
          sampleNo: active.values['sampleNo'] ?? null,
          standard: active.values['standard'] ?? null,
          standardName: active.values['standardName'] ?? null,
          retestOf: active.values['id'],
        },
      ]);
  };
  const toolbar =
    locked === null && grid.rights.add ? (
      <CheckTools offers={offers} setOffering={setOffering} mayRetest={mayRetest} retest={retest} />
    ) : null;
  return (
    <div className={styles.tab}>
      <p className={styles.quiet}>{limitText(kind, context)}</p>
      <div className={styles.sheet}>
        <DataGrid grid={grid} label={label} toolbar={toolbar} />
      </div>
      {kind === 'efficiency' && (
        <EfficiencyLine
          rows={grid.rows.filter(({ key }) => grid.derived.get(key)?.['again'] !== true)}
          keys={keys}
          minLevels={context.efficiencyLeast}
        />
      )}
      <ChecksFromRecordDialog
        open={offering}
        offers={offers}
        isTaken={isTaken}
        columns={checkInputs(kind)}
        onClose={() => setOffering(false)}
        onTake={(chosenOffers) => add(chosenOffers.map(({ sampleNo, values }) => ({ sampleNo, ...values })))}
      />
      {overrideDialog}
    </div>
  );
}
