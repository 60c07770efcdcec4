import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Skeleton } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type Failure, failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { fetchPublication, fetchPublicCopy, previewPublication, publishReport } from '@/features/reports/reportCalls';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { useDebounced } from '@/lib/useDebounced';
import { useFileUrls } from '@/session/fileUrl';
import { CancelButton, PageDrawer } from '@/session/overlays';
import type { AnyRow } from '@contract/entity';
import {
  type CopyPreview,
  type PublicationRequest,
  type PublicationProposal,
  publicationTexts,
} from '@contract/features/publicity/noticePublication';
import { report as reportEntity } from '@contract/features/reports/entities/report';
import { ReportSheet } from '../public/ReportSheet';
import { CopyLines, sameLines } from './CopyLines';
import { NoticeForm } from './NoticeForm';
import { type SceneChoice, ScenePicker } from './ScenePicker';
import styles from './publish.module.css';

interface PublishDrawerProps {
  readonly report: AnyRow;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

/** Time in ms after the last key until the preview is requested. */
const previewDelayMs = 400;

async function showCopy(request: PublicationRequest): Promise<void> {
  // Opened during the click, because browsers block a window that opens after an answer as a popup.
  const popup = window.open('', '_blank');
  const isDrawn = await succeeded(
    fetchPublicCopy(request).then(
      (copy) => void (popup ? (popup.location.href = URL.createObjectURL(copy)) : undefined),
    ),
  );
  if (!isDrawn) popup?.close();
}

interface PublicViewProps {
  readonly preview: Awaited<ReturnType<typeof previewPublication>> | undefined;
  readonly failure: Failure | null;
  /** Opens the copy of the report. */
  readonly onCopy: () => void;
  readonly children: ReactNode;
}

/** Shows the public data, and the missing conditions. */
function PublicView({ preview, failure, onCopy, children }: PublicViewProps) {
  const urls = useFileUrls(preview?.pictures ?? []);
  return (
    <div className={styles.preview} aria-label="公众将看到的内容" role="region">
      <h3>公众将看到的内容</h3>
      {failure && (
        <Alert
          type="error"
          showIcon
          title={failure.errors?.map(({ message }) => message).join('；') || failure.pageText}
        />
      )}
      {preview && preview.gaps.length > 0 && (
        <Alert type="warning" showIcon title={`公示前还需补充：${preview.gaps.join('、')}`} />
      )}
      {preview ? (
        <ReportSheet
          report={preview.report}
          pictureUrl={(scene) => urls.get(preview.pictures[scene] ?? '') ?? null}
          copyUrl={null}
        />
      ) : (
        !failure && <Skeleton active paragraph={{ rows: 10 }} />
      )}
      {preview?.report.hasReport && (
        <Button type="link" size="small" className={styles.copy ?? ''} onClick={onCopy}>
          预览报告副本（PDF）
        </Button>
      )}
      {children}
    </div>
  );
}

interface PreviewOptions {
  readonly id: number;
  readonly draft: Readonly<Record<string, unknown>>;
  readonly choices: readonly SceneChoice[];
  readonly withReport: boolean;
}

/**
 * Returns the request of a publication and its preview, which is requested when the typing pauses.
 * @returns `isCurrentPreview` is false while the preview shows an earlier request
 */
function usePreview({ id, draft, choices, withReport }: PreviewOptions) {
  const request = useMemo(
    () =>
      ({
        id,
        draft,
        scenes: choices
          .filter(({ isChosen }) => isChosen)
          .map(({ picture, caption, activity, takenOn }) => ({ picture, caption, activity, takenOn })),
        withReport,
      }) as PublicationRequest,
    [id, draft, choices, withReport],
  );
  const settledRequest = useDebounced(request, previewDelayMs);
  const {
    data: preview,
    error,
    isFetching,
  } = useQuery({
    queryKey: [reportEntity.path, 'publicationPreview', settledRequest],
    queryFn: ({ signal }) => previewPublication(settledRequest, signal),
    retry: false,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  return { request, preview, error, isCurrentPreview: !isFetching && settledRequest === request };
}

function Publishing({
  report,
  proposal,
  onClose,
  onPublished,
}: Omit<PublishDrawerProps, 'open'> & { readonly proposal: PublicationProposal }) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(proposal.draft);
  const [choices, setChoices] = useState<readonly SceneChoice[]>(() =>
    proposal.scenes.map((scene) => ({ ...scene, isChosen: proposal.shown.includes(scene.picture) })),
  );
  const [withReport, setWithReport] = useState(false);
  const [checked, setChecked] = useState<CopyPreview | null>(null);
  const [busy, setBusy] = useState(false);
  // One key: pressing the button twice publishes once.
  const key = useRef(newId());
  const { request, preview, error, isCurrentPreview } = usePreview({
    id: report.id,
    draft: values,
    choices,
    withReport,
  });
  const failure = error ? failureOf(error) : null;
  useEffect(() => {
    form.setFields(
      (failure?.errors ?? [])
        .filter(({ field }) => field in proposal.draft)
        .map(({ field, message }) => ({ name: field, errors: [message] })),
    );
  }, [failure, form, proposal.draft]);
  const copy = preview?.copy ?? null;
  const isCopyReviewed = !withReport || (copy !== null && sameLines(checked, copy));
  const ready = !failure && preview !== undefined && preview.gaps.length === 0 && isCurrentPreview && isCopyReviewed;

  const submit = async () => {
    if (busy) return;
    setBusy(true);
    try {
      feedback.notify('success', await publishReport(request, key.current));
      onPublished();
      onClose();
    } catch (problem) {
      const { errors = [], status } = failureOf(problem);
      form.setFields(errors.map(({ field, message }) => ({ name: field, errors: [message] })));
      if (status === 409) onPublished();
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <NoticeForm form={form} draft={proposal.draft} fixed={proposal.fixed} disabled={busy} onValues={setValues} />
        <ScenePicker choices={choices} disabled={busy} onChange={setChoices} />
        <Checkbox checked={withReport} disabled={busy} onChange={(event) => setWithReport(event.target.checked)}>
          同时公示报告副本（PDF）
        </Checkbox>
        <p className={styles.quiet}>{publicationTexts.copyHint}</p>
      </div>
      <PublicView preview={preview} failure={failure} onCopy={() => void showCopy(request)}>
        {copy && (
          <CopyLines
            copy={copy}
            checked={sameLines(checked, copy)}
            disabled={busy}
            onChecked={(isChecked) => setChecked(isChecked ? copy : null)}
          />
        )}
      </PublicView>
      <footer className={styles.foot}>
        <span className={styles.quiet}>公示后任何人都可以查看；项目进入“已公示”，可随时撤回。</span>
        <CancelButton disabled={busy} />
        <Button type="primary" loading={busy} disabled={!ready} onClick={() => void submit()}>
          确认公示
        </Button>
      </footer>
    </div>
  );
}

/** 公示: form of the notice at the left, exact public preview at the right, one button. */
export function PublishDrawer({ report, open, onClose, onPublished }: PublishDrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['list', reportEntity.path, 'one', report.id, 'publication'],
    queryFn: ({ signal }) => fetchPublication(report.id, signal),
    enabled: open,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <PageDrawer
      open={open}
      size="min(1240px, 100vw)"
      title={`${publicationTexts.title} ${String(report.reportNo)}`}
      onClose={onClose}
      destroyOnHidden
      mask={{ closable: false }}
    >
      {error ? (
        <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active />
      ) : data.blocked !== null ? (
        <Alert type="warning" showIcon title={data.blocked} />
      ) : (
        <Publishing report={report} proposal={data} onClose={onClose} onPublished={onPublished} />
      )}
    </PageDrawer>
  );
}
