import { Button, Checkbox, Tag } from 'antd';
import { useState } from 'react';
import { DictCell, emptyCellText } from '@/fields';
import { type Action, cancelRelation, relateAction, runAction } from '@/listEditor';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import type { BatchSample, BlankBatch } from '@contract/features/fieldwork/blanks/blankBatches';
import { blankTexts } from '@contract/features/fieldwork/blanks/blankBatches';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { permissionOf } from '@contract/permissions';
import { OtherBatchBlanksDialog } from './OtherBatchBlanksDialog';
import styles from './blanks.module.css';

const relatePermissions = [permissionOf(blankRelation, 'relation')];
const cancelAction = cancelRelation(blankRelation, blankTexts.cancelled);
const cancelPermissions = [permissionOf(blankRelation, 'cancelRelation')];

interface FieldBlankBatchCardProps {
  readonly project: number;
  readonly batch: BlankBatch;
  /** Batches of the same hazard whose blanks can be used. */
  readonly otherBatches: readonly BlankBatch[];
  readonly onChanged: () => void;
}

const isLiving = ({ state }: BatchSample): boolean => state !== 'voided';

/** Shows that a person assigned the blanks, and why. */
function byHandOf({ relations }: BatchSample) {
  const manualRelations = relations.filter(({ id }) => id !== null);
  if (!manualRelations.length) return null;
  const reasons = [...new Set(manualRelations.flatMap(({ reason }) => reason ?? []))];
  return <small>（手工关联{reasons.length ? `：${reasons.join('；')}` : ''}）</small>;
}

function toggleId(selected: ReadonlySet<number>, id: number, isSelected: boolean): ReadonlySet<number> {
  const next = new Set(selected);
  if (isSelected) next.add(id);
  else next.delete(id);
  return next;
}

interface BatchButtonsProps {
  readonly busy: boolean;
  /** Numbers of selected samples, selected blanks, and assignments by a person among them. */
  readonly chosenCount: number;
  readonly chosenBlanks: number;
  readonly cancellable: number;
  /** Each function is absent if the person may not perform it. */
  readonly onRelate: (() => void) | undefined;
  readonly onTake: (() => void) | undefined;
  readonly onCancel: (() => void) | undefined;
}

function BatchButtons(props: BatchButtonsProps) {
  const { busy, chosenCount, chosenBlanks, cancellable, onRelate, onTake, onCancel } = props;
  return (
    <span className={styles.acts}>
      {onRelate && (
        <Button
          size="small"
          type="primary"
          loading={busy}
          disabled={!chosenCount || !chosenBlanks}
          title={chosenCount && chosenBlanks ? '' : '请勾选样品和空白'}
          onClick={onRelate}
        >
          关联
        </Button>
      )}
      {onTake && (
        <Button
          size="small"
          loading={busy}
          disabled={!chosenCount}
          title={chosenCount ? '' : blankTexts.noSamples}
          onClick={onTake}
        >
          {blankTexts.ofOthers}
        </Button>
      )}
      {onCancel && (
        <Button size="small" loading={busy} disabled={!cancellable} onClick={onCancel}>
          取消手工关联
        </Button>
      )}
    </span>
  );
}

interface BatchTableProps {
  readonly batch: BlankBatch;
  readonly selectable: boolean;
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (selected: ReadonlySet<number>) => void;
}

/** Samples of the batch, and the blanks that each uses. */
function SampleTable({ batch, selectable, selected, onSelect }: BatchTableProps) {
  const livingSamples = batch.samples.filter(isLiving);
  const chosenSamples = livingSamples.filter(({ id }) => selected.has(id));
  const areAllSelected = livingSamples.length > 0 && chosenSamples.length === livingSamples.length;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {selectable && (
            <th className={styles.box}>
              <Checkbox
                aria-label="全选样品"
                checked={areAllSelected}
                indeterminate={chosenSamples.length > 0 && !areAllSelected}
                onChange={() => onSelect(areAllSelected ? new Set() : new Set(livingSamples.map(({ id }) => id)))}
              />
            </th>
          )}
          <th>样品编号</th>
          <th>采样点或采样对象</th>
          <th>状态</th>
          <th>关联的空白</th>
        </tr>
      </thead>
      <tbody>
        {batch.samples.map((sample) => (
          <tr key={sample.id} data-voided={!isLiving(sample)}>
            {selectable && (
              <td className={styles.box}>
                <Checkbox
                  aria-label={`选择${sample.sampleNo}`}
                  disabled={!isLiving(sample)}
                  checked={selected.has(sample.id)}
                  onChange={({ target }) => onSelect(toggleId(selected, sample.id, target.checked))}
                />
              </td>
            )}
            <td className="mono">{sample.sampleNo}</td>
            <td>{sample.person ?? sample.place ?? emptyCellText}</td>
            <td>
              <DictCell dict="sampleState" value={sample.state} />
              {sample.stateReason && <small>（{sample.stateReason}）</small>}
            </td>
            <td className="mono">
              {sample.relations.length ? sample.relations.map(({ blkNo }) => blkNo).join('、') : emptyCellText}
              {byHandOf(sample)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Blanks of the batch. */
function BlankTable({ batch, selectable, selected, onSelect }: BatchTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {selectable && <th className={styles.box} aria-label="选择" />}
          <th>空白编号</th>
          <th>状态</th>
        </tr>
      </thead>
      <tbody>
        {batch.blanks.map((blank) => (
          <tr key={blank.id} data-voided={!isLiving(blank)}>
            {selectable && (
              <td className={styles.box}>
                <Checkbox
                  aria-label={`选择空白${blank.sampleNo}`}
                  disabled={!isLiving(blank)}
                  checked={selected.has(blank.id)}
                  onChange={({ target }) => onSelect(toggleId(selected, blank.id, target.checked))}
                />
              </td>
            )}
            <td className="mono">{blank.sampleNo}</td>
            <td>
              <DictCell dict="sampleState" value={blank.state} />
            </td>
          </tr>
        ))}
        {!batch.blanks.length && (
          <tr>
            <td colSpan={selectable ? 3 : 2}>{batch.plannedCount ? blankTexts.none : '该因素不需要空白'}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/**
 * One hazard of one day and lot. Samples use the batch's blanks automatically; a person assigns blanks of another
 * batch.
 */
export function FieldBlankBatchCard({ project, batch, otherBatches, onChanged }: FieldBlankBatchCardProps) {
  const [sampleIds, setSamples] = useState<ReadonlySet<number>>(new Set());
  const [blanks, setBlanks] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const [mayRelate, mayCancel] = [useCan(relatePermissions), useCan(cancelPermissions)];
  const livingSamples = batch.samples.filter(isLiving);
  const chosenSamples = livingSamples.filter(({ id }) => sampleIds.has(id));
  const relations = chosenSamples.flatMap(({ relations: sampleRelations }) =>
    sampleRelations
      .filter(({ blkId }) => !blanks.size || blanks.has(blkId))
      .flatMap(({ id }) => (id === null ? [] : [{ id }])),
  );
  const run = async (action: Action, rows: readonly { readonly id: number }[]) => {
    if (busy) return;
    setBusy(true);
    await runAction(action, rows as readonly AnyRow[], {
      editor: { calls: {}, refresh: async () => onChanged(), clearSelection, openForm: async () => undefined },
      open: () => undefined,
    });
    setBusy(false);
  };
  const clearSelection = () => {
    setSamples(new Set());
    setBlanks(new Set());
  };
  const relation = relateAction(blankRelation, (rows) => ({
    projectId: project,
    ids: rows.map(({ id }) => id),
    blkSampleIds: [...blanks],
    hazardNames: [batch.hazardName],
  }));
  const [isTakingOthers, setIsTakingOthers] = useState(false);
  const canAct = mayRelate || mayCancel;
  return (
    <section className={styles.batch} aria-label={`${batch.hazardName} ${batch.sampledOn ?? ''}`}>
      <header className={styles.head}>
        <h2>{batch.hazardName}</h2>
        <span>{batch.sampledOn ?? '未定日期'}</span>
        {batch.methodName && <span>{batch.methodName}</span>}
        {batch.collectorLot && <span>批号{batch.collectorLot}</span>}
        <span>
          样品{livingSamples.length}个，空白{batch.blanks.filter(isLiving).length}个
        </span>
        {batch.warning && <Tag color="error">{batch.warning}</Tag>}
        {batch.unrelatedCount > 0 && <Tag color="warning">{blankTexts.unrelated(batch.unrelatedCount)}</Tag>}
        {canAct && (
          <BatchButtons
            busy={busy}
            chosenCount={chosenSamples.length}
            chosenBlanks={blanks.size}
            cancellable={relations.length}
            onRelate={mayRelate ? () => void run(relation, chosenSamples) : undefined}
            onTake={mayRelate && otherBatches.length > 0 ? () => setIsTakingOthers(true) : undefined}
            onCancel={mayCancel ? () => void run(cancelAction, relations) : undefined}
          />
        )}
      </header>
      <div className={styles.pair}>
        <SampleTable batch={batch} selectable={canAct} selected={sampleIds} onSelect={setSamples} />
        <BlankTable batch={batch} selectable={canAct} selected={blanks} onSelect={setBlanks} />
      </div>
      <OtherBatchBlanksDialog
        open={isTakingOthers}
        project={project}
        hazardName={batch.hazardName}
        samples={chosenSamples}
        otherBatches={otherBatches}
        onClose={() => setIsTakingOthers(false)}
        onDone={() => {
          setIsTakingOthers(false);
          setSamples(new Set());
          onChanged();
        }}
      />
    </section>
  );
}
