import { useEffect, useRef, useState } from 'react';
import { writeVoid } from '../site/siteWrites';
import type { ShownSample, ShownSite } from '../site/unsentOverlay';
import { AirSampleFields } from './editor/AirSampleFields';
import { BlankFields } from './editor/BlankFields';
import { EditorFoot } from './editor/EditorFoot';
import { EditorHead } from './editor/EditorHead';
import { useSampleRecord } from './editor/useSampleRecord';
import { ResetSample } from './ResetSample';
import { VoidPanel } from './VoidPanel';
import styles from '../site/site.module.css';

interface SampleEditorProps {
  readonly project: number;
  readonly site: ShownSite;
  readonly row: ShownSample;
  readonly locked: boolean;
  readonly following: ShownSample | undefined;
  /** Field that a link asked for; the group that folds it is then open. */
  readonly wantedField: string | undefined;
  readonly onDirty: (dirty: boolean) => void;
  /** Leaves without saving; asks about unsaved input. */
  readonly onBack: () => void;
  /** Called after the input is saved, like `onOpen`. */
  readonly onClose: () => void;
  readonly onOpen: (id: number) => void;
}

/**
 * Editor of one sample: before, 开始, 结束, after, results. Each change is stored at once, also without a network.
 */
export function SampleEditor(props: SampleEditorProps) {
  const { project, site, row, following, onBack, onClose, onOpen } = props;
  const [voiding, setVoiding] = useState(false);
  const box = useRef<HTMLElement>(null);
  // Scrolls to the top of the form, which shows the sample's number. The page may have been scrolled down for the
  // previous sample.
  useEffect(() => {
    box.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, []);
  const record = useSampleRecord({ ...props, box });
  const { blank, open, result, missingText } = record;
  const startVoiding = () => setVoiding(true);
  const openNext = () => (following ? onOpen(following.id) : onClose());
  const voidSample = (reason: string, shouldRepeat: boolean) =>
    writeVoid(project, row, reason, shouldRepeat).then(
      (isDone) => (isDone ? openNext() : undefined),
      () => undefined,
    );
  return (
    <article ref={box} className={styles.editor} aria-label={`样品 ${row.sampleNo}`}>
      <EditorHead row={row} onBack={onBack} />
      {blank ? (
        <BlankFields record={record} />
      ) : (
        <AirSampleFields
          record={record}
          site={site}
          wantedField={props.wantedField}
          onVoid={voiding ? undefined : startVoiding}
        />
      )}
      {voiding && (
        <VoidPanel row={row} givenReason={result.voidReason} onVoid={voidSample} onCancel={() => setVoiding(false)} />
      )}
      {missingText && (
        <p className={styles.quiet} role="status">
          {missingText}
        </p>
      )}
      {open && !voiding && (
        <EditorFoot record={record} hasNext={following !== undefined} onVoid={startVoiding} onNext={openNext} />
      )}
      {open && !voiding && <ResetSample project={project} row={row} dirty={record.dirty} onDone={onClose} />}
    </article>
  );
}
