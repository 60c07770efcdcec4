import { Segmented, Space } from 'antd';
import { useCallback, useState } from 'react';
import { feedback } from '@/lib/feedback';
import { PageDrawer } from '@/session/overlays';
import type { Row } from '@contract/entity';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { RecordsButtons } from './RecordsButtons';
import { RunCurvesTab } from './RunCurvesTab';
import { RunReadingsTab } from './RunReadingsTab';
import { SequenceGrid } from './SequenceGrid';
import styles from '../methods.module.css';

export type Run = Row<typeof labRun>;

const parts = [
  { value: 'sequence', label: '进样序列' },
  { value: 'file', label: '仪器文件' },
  { value: 'curves', label: '标准曲线' },
] as const;
type RunTab = (typeof parts)[number]['value'];

interface RunDrawerProps {
  readonly run: Run | null;
  /** True: opens with its files, also before the first one. */
  readonly toFiles?: boolean;
  readonly onClose: () => void;
  /** Called after readings were written or taken back, or a curve was created. */
  readonly onMoved: () => void;
}

/** One run: its sequence, the lines of its files with their targets, and the curves of its standards. */
export function RunDrawer({ run, toFiles = false, onClose, onMoved }: RunDrawerProps) {
  const [chosenPart, setChosenPart] = useState<{ readonly of: number; readonly part: RunTab } | null>(null);
  const [unsaved, setUnsaved] = useState(false);
  const initialTab: RunTab = toFiles || run?.file ? 'file' : 'sequence';
  const part: RunTab = chosenPart && chosenPart.of === run?.id ? chosenPart.part : initialTab;
  const confirmLeaving = async (): Promise<boolean> => !unsaved || feedback.confirm(runTexts.leaveUnsaved);
  const choose = useCallback((runId: number, nextRunTab: RunTab) => setChosenPart({ of: runId, part: nextRunTab }), []);
  return (
    <PageDrawer
      open={run !== null}
      size={1240}
      title={`${labRun.label} ${run?.runNo ?? ''}　${run?.fileName ?? ''}`}
      handlesUnsavedInput
      onClose={() => void confirmLeaving().then((may) => may && onClose())}
      destroyOnHidden
    >
      {run && (
        <div className={styles.take}>
          <Space wrap>
            <Segmented<RunTab>
              aria-label="内容"
              value={part}
              options={[...parts]}
              onChange={(next) => void confirmLeaving().then((may) => may && choose(run.id, next))}
            />
            <RecordsButtons run={run.id} />
          </Space>
          {part === 'sequence' ? (
            <SequenceGrid key={run.id} run={run} onUnsaved={setUnsaved} />
          ) : part === 'file' ? (
            <RunReadingsTab key={run.id} run={run} onMoved={onMoved} />
          ) : (
            <RunCurvesTab key={run.id} run={run} onMoved={onMoved} />
          )}
        </div>
      )}
    </PageDrawer>
  );
}
