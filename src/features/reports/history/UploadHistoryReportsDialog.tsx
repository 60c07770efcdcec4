import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { Alert, Button, Progress, Upload } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { uploadFile } from '@/api/files';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { historyTexts as texts, type PaperMatch } from '@contract/features/reports/historyPapers';
import { matchPapers, savePapers } from './historyCalls';
import { papersOfZip } from './unzip';

interface MatchedFiles {
  readonly files: ReadonlyMap<string, File>;
  readonly matches: readonly PaperMatch[];
}

/** Reads the chosen files, unpacks ZIP archives, and asks the server which report each PDF belongs to. */
async function matchFiles(chosenFiles: readonly File[]): Promise<MatchedFiles> {
  const files = new Map<string, File>();
  for (const file of chosenFiles) {
    const papers = /\.zip$/i.test(file.name) ? await papersOfZip(file) : [file];
    for (const paper of papers) if (/\.pdf$/i.test(paper.name)) files.set(paper.name, paper);
  }
  if (!files.size) throw new Error(texts.noPapers);
  return { files, matches: await matchPapers([...files.keys()]) };
}

/** Number of files per upload; the server checks each. */
const filesPerUpload = 50;

/** State of the dialog: the files with the reports that they match, and the progress of the upload. */
function useHistoryUpload({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const [matchResult, setMatchResult] = useState<MatchedFiles | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [doneCount, setDoneCount] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const uploadableMatches = (matchResult?.matches ?? []).filter(
    ({ report, isDuplicate }) => report !== null && !isDuplicate,
  );

  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failureOf(failure).pageText);
    } finally {
      setBusy(false);
    }
  };
  const send = async () => {
    let savedCount = 0;
    for (let from = 0; from < uploadableMatches.length; from += filesPerUpload) {
      const papers: { id: number; paper: string }[] = [];
      for (const { name, report } of uploadableMatches.slice(from, from + filesPerUpload)) {
        const file = matchResult?.files.get(name);
        if (file && report !== null) papers.push({ id: report, paper: (await uploadFile(file, 'document')).id });
        savedCount += 1;
        setDoneCount(savedCount);
      }
      await savePapers(papers);
    }
    feedback.notify('success', texts.done(savedCount));
    onSaved();
    onClose();
  };
  return { matchResult, setMatchResult, error, doneCount, busy, uploadableMatches, run, send };
}

/** Uploads papers of historical reports: chosen as files or as an archive, matched by number or file name. */
export function UploadHistoryReportsDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const { matchResult, setMatchResult, error, doneCount, busy, uploadableMatches, run, send } = useHistoryUpload({
    onClose,
    onSaved,
  });

  return (
    <PageModal
      open
      title={texts.upload}
      width={640}
      mask={{ closable: false }}
      closable={!busy}
      keyboard={!busy}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <Button type="primary" loading={busy} disabled={!uploadableMatches.length} onClick={() => void run(send)}>
          {texts.start(uploadableMatches.length)}
        </Button>
      }
    >
      <p>{texts.hint}</p>
      {error && <Alert type="error" showIcon title={error} />}
      <Upload.Dragger
        accept=".pdf,.zip"
        multiple
        showUploadList={false}
        disabled={busy}
        beforeUpload={(file, all) => {
          if (file === all[0]) void run(async () => setMatchResult(await matchFiles(all)));
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">{busy && doneCount === null ? texts.matching : texts.choose}</p>
      </Upload.Dragger>
      {matchResult && <MatchResults matches={matchResult.matches} />}
      {doneCount !== null && (
        <Progress
          percent={Math.round((100 * doneCount) / Math.max(1, uploadableMatches.length))}
          format={() => texts.progress(doneCount, uploadableMatches.length)}
        />
      )}
    </PageModal>
  );
}

/** Shows which files were matched to a report. */
function MatchResults({ matches }: { matches: readonly PaperMatch[] }) {
  const names = (predicate: (match: PaperMatch) => boolean) => matches.filter(predicate).map(({ name }) => name);
  const unmatchedNames = names(({ report }) => report === null);
  const repeatedNames = names((match) => match.isDuplicate);
  const heldCount = matches.filter((match) => match.hasFile && !match.isDuplicate).length;
  return (
    <div style={{ display: 'grid', gap: 8, marginTop: 12 }}>
      <Alert
        type="success"
        showIcon
        title={texts.matched(matches.length - unmatchedNames.length - repeatedNames.length)}
      />
      {heldCount > 0 && <Alert type="info" showIcon title={texts.held(heldCount)} />}
      {unmatchedNames.length > 0 && <Alert type="warning" showIcon title={texts.unmatched(unmatchedNames)} />}
      {repeatedNames.length > 0 && <Alert type="warning" showIcon title={texts.twice(repeatedNames)} />}
    </div>
  );
}
