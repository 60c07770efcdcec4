import { useState } from 'react';
import { feedback } from '@/lib/feedback';
import { outboxTexts } from '@/outbox/outboxTexts';
import { usePageDirty } from '@/session/tabs/pageState';
import { samplerCountProblem } from '@contract/features/fieldwork/samples/samplerCount';
import type { DayRow } from '@contract/features/fieldwork/samples/siteData';
import { messages } from '@contract/messages';
import type { SectionProps } from '../site/SiteFrame';
import { writeDay, writeDelete } from '../site/siteWrites';
import { BigButton, TextField } from '../site/touchInputs';
import { UnsentMark } from '../site/UnsentMark';
import { progressOf, type WithUnsentItem } from '../site/unsentOverlay';
import { CollectorSelection, ReviewerSelection } from './CollectorChips';
import styles from '../site/site.module.css';

interface DayCardProps extends Pick<SectionProps, 'project' | 'site' | 'locked'> {
  readonly row: WithUnsentItem<DayRow>;
  readonly onLabels: () => void;
}

type DayDraft = Pick<DayRow, 'collectors' | 'reviewer' | 'production' | 'remark'>;

const draftOf = ({ collectors, reviewer, production, remark }: DayRow): DayDraft => ({
  collectors,
  reviewer,
  production,
  remark,
});

/** Values of a day that are typed but not saved, and the function that queues them. */
function useDayDraft(projectId: number, row: DayCardProps['row']) {
  const [draft, setDraft] = useState<DayDraft | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isChanged =
    draft !== null &&
    (draft.production !== row.production ||
      draft.reviewer !== row.reviewer ||
      draft.remark !== row.remark ||
      draft.collectors.join() !== row.collectors.join());
  usePageDirty(`day:${row.id}`, isChanged);
  const save = async () => {
    if (!draft) return;
    const problem = draft.collectors.join() === row.collectors.join() ? null : samplerCountProblem(draft);
    setError(problem);
    if (problem) return;
    // Changes made during the save stay unsaved.
    await writeDay(projectId, row, draft).then(
      () => setDraft((currentDayDraft) => (currentDayDraft === draft ? null : currentDayDraft)),
      () => undefined,
    );
  };
  return { draft, setDraft, error, save };
}

interface DayDraftFormProps {
  readonly team: DayCardProps['site']['team'];
  readonly row: DayCardProps['row'];
  readonly draft: DayDraft;
  readonly error: string | null;
  /** Called with the changed values; null cancels. */
  readonly onDraft: (draft: DayDraft | null) => void;
  readonly onSave: () => Promise<void>;
}

/** Inputs for collectors, production and remark of a day. */
function DayDraftForm({ team, row, draft, error, onDraft, onSave }: DayDraftFormProps) {
  return (
    <div className={styles.formColumn}>
      <CollectorSelection
        team={team}
        chosenIds={draft.collectors}
        onChange={(collectors) => onDraft({ ...draft, collectors: [...collectors] })}
      />
      <ReviewerSelection
        team={team}
        chosenId={draft.reviewer}
        onChange={(reviewer) => onDraft({ ...draft, reviewer })}
      />
      <TextField
        label="生产状况"
        value={draft.production}
        onChange={(production) => onDraft({ ...draft, production })}
        maxLength={100}
      />
      <TextField
        label="备注"
        value={draft.remark}
        onChange={(remark) => onDraft({ ...draft, remark })}
        maxLength={200}
        error={error}
      />
      <div className={styles.cardActions}>
        <BigButton kind="plain" onClick={() => onDraft(null)}>
          取消
        </BigButton>
        <BigButton disabled={Boolean(row.pending)} onClick={onSave}>
          保存
        </BigButton>
      </div>
    </div>
  );
}

/** A sampling day: progress, labels and collectors, who can be added later. */
export function DayCard({ project, site, locked, row, onLabels }: DayCardProps) {
  const { draft, setDraft, error, save } = useDayDraft(project, row);
  const samples = site.samples.filter(({ samplingDay }) => samplingDay === row.id);
  const { done, total } = progressOf(samples);
  const blanks = samples.filter(({ sampleKind, state }) => sampleKind === 'blank' && state !== 'voided').length;
  const isStored = row.id > 0;
  const remove = async () => {
    if (await feedback.confirm(messages.confirmDelete, { danger: true }))
      await writeDelete(project, 'samplingDay', row, `删除采样日期 ${row.sampledOn}`);
  };
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <strong>
          {row.dayNo ? `第${row.dayNo}天　` : ''}
          {row.sampledOn}
        </strong>
        <UnsentMark pending={row.pending} />
      </div>
      {row.pending && (!isStored || row.pending.refused) && (
        <div className={styles.quiet}>{row.pending.refused?.message ?? `${outboxTexts.title}，上传后生成样品`}</div>
      )}
      {isStored && (
        <div className={styles.quiet}>
          样品 {total - blanks}，空白 {blanks}，已采 {done}/{total}
          {(row.collectorsName?.length ?? 0) > 0 && `　采样人 ${row.collectorsName?.join('、') ?? ''}`}
          {row.reviewerName && `　复核人 ${row.reviewerName}`}
        </div>
      )}
      {draft && (
        <DayDraftForm team={site.team} row={row} draft={draft} error={error} onDraft={setDraft} onSave={save} />
      )}
      {isStored && !draft && (
        <div className={styles.cardActions}>
          <BigButton kind="plain" disabled={!samples.length} onClick={onLabels}>
            打印标签
          </BigButton>
          {!locked && !row.pending && (
            <BigButton kind="plain" onClick={() => setDraft(draftOf(row))}>
              改采样人
            </BigButton>
          )}
          {!locked && samples.every(({ state, recordedAt }) => state === 'planned' && !recordedAt) && (
            <BigButton kind="plain" onClick={remove}>
              删除
            </BigButton>
          )}
        </div>
      )}
    </li>
  );
}
