import { useQuery } from '@tanstack/react-query';
import { Checkbox, Empty, Radio, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { PageModal } from '@/session/overlays';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import { type Mode, AddOrReplaceChoice } from '../choosing/AddOrReplaceChoice';
import { earlierSurveys } from './surveyCalls';
import styles from './details.module.css';

interface CopySurveyDialogProps {
  readonly project: number;
  readonly open: boolean;
  readonly existingCount: number;
  readonly onClose: () => void;
  readonly onConfirm: (chosen: { from: number; mode: Mode; files: boolean }) => Promise<unknown>;
}

/** State of the dialog: the earlier surveys, the chosen one, and how it is copied. */
function useSurveySource({
  project,
  open,
  onClose,
  onConfirm,
}: Pick<CopySurveyDialogProps, 'project' | 'open' | 'onClose' | 'onConfirm'>) {
  const { data, isError } = useQuery({
    queryKey: ['earlierSurveys', project],
    queryFn: ({ signal }) => earlierSurveys(project, signal),
    enabled: open,
    retry: false,
    staleTime: 0,
  });
  const [pickedProject, setPickedProject] = useState<number | null>(null);
  const [mode, setMode] = useState<Mode>('append');
  const [files, setFiles] = useState(true);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!open) return;
    setPickedProject(null);
    setMode('append');
  }, [open]);
  const from = pickedProject ?? data?.[0]?.project ?? null;
  const withFiles = (data?.find((source) => source.project === from)?.files ?? 0) > 0;
  const confirmChoice = async () => {
    if (from === null) return;
    setBusy(true);
    if (await succeeded(onConfirm({ from, mode, files: files && withFiles }))) onClose();
    setBusy(false);
  };
  return { data, isError, setPickedProject, mode, setMode, files, setFiles, busy, from, withFiles, confirmChoice };
}

/** Chooses one of the unit's earlier surveys, by default the newest. */
export function CopySurveyDialog({ project, open, existingCount, onClose, onConfirm }: CopySurveyDialogProps) {
  const { data, isError, setPickedProject, mode, setMode, files, setFiles, busy, from, withFiles, confirmChoice } =
    useSurveySource({ project, open, onClose, onConfirm });
  return (
    <PageModal
      open={open}
      width={640}
      title="复制上次调查"
      okText="复制"
      okButtonProps={{ disabled: from === null, danger: existingCount > 0 && mode === 'replace' }}
      confirmLoading={busy}
      onOk={() => void confirmChoice()}
      onCancel={onClose}
    >
      {isError ? (
        <Empty description="加载失败，请关闭后重试" />
      ) : !data ? (
        <Skeleton active />
      ) : !data.length ? (
        <Empty description={surveyTexts.noEarlier} />
      ) : (
        <>
          <Radio.Group
            className={styles.choices}
            aria-label="项目"
            value={from}
            onChange={(event) => setPickedProject(Number(event.target.value))}
          >
            {data.map((source) => (
              <Radio key={source.project} value={source.project}>
                <span className={styles.code}>{source.code}</span>　{source.projectName}
                <small>
                  {source.surveyedOn ? `调查日期 ${source.surveyedOn}` : `项目创建 ${source.createTime.slice(0, 10)}`}
                  {'　'}
                  {source.rows}行岗位危害因素{source.files ? `　${source.files}个附件` : ''}
                </small>
              </Radio>
            ))}
          </Radio.Group>
          {withFiles && (
            <Checkbox checked={files} onChange={(event) => setFiles(event.target.checked)}>
              同时复制工艺流程、原辅材料、设备布局的附件
            </Checkbox>
          )}
          <p className={styles.origin}>基本情况中已填写的内容不会被覆盖；调查日期、调查人与陪同人不复制。</p>
        </>
      )}
      <AddOrReplaceChoice present={existingCount} value={mode} onChange={setMode} />
    </PageModal>
  );
}
