import ScanOutlined from '@ant-design/icons/ScanOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, type InputRef, Progress } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { useScans } from '@/session/scanHandlers';
import { countOf } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { countSample, type HandOverSheetContent } from './handOverCalls';
import { beep } from './scanBeep';
import { type Scan, scanQueue } from './scanQueue';
import { sheetKey } from './sheetKeys';
import styles from './sheet.module.css';

/** Returns the message of a failed count and whether it can be sent again, as after a lost answer. */
const countFailure = (error: unknown) => {
  const failure = failureOf(error);
  return { text: failure.pageText, lost: failure.status === undefined || failure.status >= 500 };
};

/** Returns the queue that counts scanned codes, its scans, and the scan whose result is shown. */
function useScanQueue(sheetId: number) {
  const queryClient = useQueryClient();
  const [scans, setScans] = useState<readonly Scan[]>([]);
  const [flash, setFlash] = useState<Scan | null>(null);
  const queue = useMemo(
    () =>
      scanQueue(
        (code) => countSample(sheetId, code),
        countFailure,
        setScans,
        (scan) => {
          beep(scan.state === 'good' || scan.state === 'again');
          setFlash(scan);
          if (scan.state !== 'good') return;
          queryClient.setQueryData<HandOverSheetContent>(
            sheetKey(sheetId),
            (cachedSheet) =>
              cachedSheet && {
                ...cachedSheet,
                lines: cachedSheet.lines.map((line) =>
                  line.sampleNo === scan.code ? { ...line, condition: 'intact' } : line,
                ),
              },
          );
          // The person counted the sample, so the fingerprint for the signature has to be updated.
          void queryClient.invalidateQueries({ queryKey: sheetKey(sheetId), exact: true });
        },
      ),
    [sheetId, queryClient],
  );
  return { queue, scans, flash };
}

/** The last scans. A scan without an answer can be sent again. */
function ScanList({ scans, onRepeat }: { readonly scans: readonly Scan[]; readonly onRepeat: (scan: Scan) => void }) {
  return (
    <ol className={styles.scans} aria-label="扫描记录">
      {scans.slice(0, 8).map((scan) => (
        <li key={scan.key} data-state={scan.state}>
          <span className="mono">{scan.code}</span>
          <span>{scan.text}</span>
          {scan.state === 'failed' && (
            <Button size="small" type="link" onClick={() => onRepeat(scan)}>
              重新提交
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Counts samples by scanning. Each scan is sent at once, and the field is ready for the next. */
export function ScanPanel({ sheet }: { readonly sheet: HandOverSheetContent }) {
  const { id } = sheet.sheet;
  const field = useRef<InputRef>(null);
  const [typedText, setTypedText] = useState('');
  const { queue, scans, flash } = useScanQueue(id);
  useScans(queue.scan, true);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const { sentCount, intactCount, refusedCount, missing } = countOf(sheet.lines);
  const doneCount = sentCount - missing.length;
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // QUALITY §2, 18: the Enter key of a scanner submits no form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    queue.scan(event.currentTarget.value);
    setTypedText('');
  };
  return (
    <section className={styles.scan} aria-label="扫码清点" data-flash={flash?.state ?? ''} key={id}>
      <div className={styles.scanField}>
        <Input
          ref={field}
          size="large"
          prefix={<ScanOutlined aria-hidden="true" />}
          placeholder={handOverTexts.scanHint}
          aria-label={handOverTexts.scanHint}
          autoComplete="off"
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
          onKeyDown={onKey}
        />
        <p
          className={styles.said}
          data-state={flash?.state ?? ''}
          role="status"
          key={`${flash?.key ?? 0}${flash?.state ?? ''}`}
        >
          {flash?.text ?? '扫描样品标签上的二维码，逐个清点'}
        </p>
      </div>
      <div className={styles.progress}>
        <Progress
          percent={sentCount ? Math.floor((doneCount / sentCount) * 100) : 0}
          size="small"
          status={missing.length ? 'active' : 'success'}
          format={() => `${doneCount} / ${sentCount}`}
        />
        <p>
          完好 <b>{intactCount}</b>　拒收 <b>{refusedCount}</b>　未清点{' '}
          <b data-left={missing.length > 0}>{missing.length}</b>
        </p>
      </div>
      {scans.length > 0 && <ScanList scans={scans} onRepeat={queue.repeat} />}
    </section>
  );
}
