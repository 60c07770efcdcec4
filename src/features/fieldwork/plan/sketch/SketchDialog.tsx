import { Button, Select, Upload } from 'antd';
import { useState } from 'react';
import { crud } from '@/api/crudClient';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import type { Row } from '@contract/entity';
import { surveyFile } from '@contract/features/fieldwork/entities/surveyFile';
import {
  type MarkPlace,
  type Marks,
  marksOf,
  nextUnmarked,
  type SketchSite,
  sketchTexts,
  storedMarks,
} from '@contract/features/fieldwork/plan/sketchMarks';
import { messages } from '@contract/messages';
import { SketchBoard } from './SketchBoard';
import { sketchPicture } from './sketchPicture';
import { type SketchBackground, useSketchBackground } from './useSketchBackground';
import styles from './sketch.module.css';

type StoredSketch = Row<typeof surveyFile>;

const api = crud(surveyFile);

interface SketchDialogProps {
  readonly project: number;
  readonly sites: readonly SketchSite[];
  /** Drawing that is changed; null for a new one. */
  readonly sketch: StoredSketch | null;
  /** Pictures of the survey that may lie below the marks. */
  readonly pictures: readonly StoredSketch[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Stores a drawing: its picture, which is printed, and the marks, so that it can be changed. */
async function saveSketch(
  { project, sketch }: Pick<SketchDialogProps, 'project' | 'sketch'>,
  background: SketchBackground | null,
  marks: Marks,
): Promise<void> {
  const title = sketch?.title ?? sketchTexts.title;
  const picture = await sketchPicture(background?.image ?? null, marks, title);
  const { id: content } = await uploadFile(picture, 'document');
  const source = background?.source ?? null;
  const fileId = source instanceof File ? (await uploadFile(source, 'image')).id : source;
  const values = { content, background: fileId, marks: storedMarks(marks) };
  if (sketch) await api.edit({ id: sketch.id, version: sketch.version, ...values } as never, { quiet: () => false });
  else
    await api.add({ project, fileKind: 'sites', title, rowSort: null, remark: null, ...values } as never, {
      quiet: () => false,
    });
}

/** Choice of what lies below the marks. */
function BackgroundChoice({
  pictures,
  model: { background, chooseFile, chooseStored, clear },
}: {
  readonly pictures: readonly StoredSketch[];
  readonly model: ReturnType<typeof useSketchBackground>;
}) {
  return (
    <>
      <Upload
        accept=".png,.jpg,.jpeg"
        showUploadList={false}
        beforeUpload={(file) => {
          void chooseFile(file);
          return false;
        }}
      >
        <Button block>选择图片作底图</Button>
      </Upload>
      {pictures.length > 0 && (
        <Select
          aria-label="调查附件作底图"
          placeholder="用调查附件作底图"
          value={null}
          options={pictures.map(({ content, title }) => ({ value: content, label: title }))}
          onChange={(id: string) =>
            void succeeded(chooseStored(id, pictures.find(({ content }) => content === id)?.title ?? ''))
          }
        />
      )}
      {background && (
        <Button block onClick={clear}>
          {sketchTexts.grid}
        </Button>
      )}
    </>
  );
}

interface SiteListProps extends Pick<SketchDialogProps, 'sites'> {
  readonly marks: Marks;
  readonly chosen: string | null;
  readonly onChoose: (no: string) => void;
}

/** Points of the plan, of which one is chosen for the next click. */
const SiteList = ({ sites, marks, chosen, onChoose }: SiteListProps) => (
  <>
    <ol className={styles.sites} aria-label="测点">
      {sites.map(({ no, name }) => (
        <li key={no}>
          <Button type={no === chosen ? 'primary' : 'text'} aria-pressed={no === chosen} onClick={() => onChoose(no)}>
            {no}　{name}
            {marks.has(no) ? '（已标）' : ''}
          </Button>
        </li>
      ))}
    </ol>
    <p className={styles.hint} role="status">
      {sketchTexts.unmarked(sites.filter(({ no }) => !marks.has(no)).length)}
    </p>
  </>
);

/** Returns marks with the chosen point, and the functions that place, remove and choose one. */
function useMarks(sites: readonly SketchSite[], storedSketch: StoredSketch | null) {
  const [marks, setMarks] = useState<Marks>(() => marksOf(storedSketch?.marks));
  const [chosenSiteNo, setChosenSiteNo] = useState<string | null>(() =>
    nextUnmarked(sites, marksOf(storedSketch?.marks)),
  );
  return {
    marks,
    chosen: chosenSiteNo,
    onChoose: setChosenSiteNo,
    onPlace(no: string, markPlace: MarkPlace) {
      const changedMarks = new Map(marks).set(no, markPlace);
      setMarks(changedMarks);
      if (!marks.has(no)) setChosenSiteNo(nextUnmarked(sites, changedMarks));
    },
    onRemove(no: string) {
      setMarks(new Map([...marks].filter(([other]) => other !== no)));
      setChosenSiteNo(no);
    },
  };
}

/** Dialog that draws the sampling points on a plan or on an empty grid. */
export function SketchDialog({ project, sites, sketch, pictures, onClose, onSaved }: SketchDialogProps) {
  const { marks, chosen, onChoose, onPlace, onRemove } = useMarks(sites, sketch);
  const [busy, setBusy] = useState(false);
  const model = useSketchBackground(sketch?.background ?? null);
  const save = async () => {
    setBusy(true);
    const isSaved = await succeeded(saveSketch({ project, sketch }, model.background, marks));
    setBusy(false);
    if (!isSaved) return;
    feedback.notify('success', sketch ? messages.edited : messages.added);
    onSaved();
  };
  return (
    <PageModal
      open
      title={sketch ? sketchTexts.redraw : sketchTexts.draw}
      width={1100}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="cancel" disabled={busy} onClick={onClose}>
          取消
        </Button>,
        <Button key="ok" type="primary" loading={busy} disabled={marks.size === 0} onClick={() => void save()}>
          保存
        </Button>,
      ]}
    >
      <div className={styles.editor}>
        <SketchBoard
          background={model.background}
          sites={sites}
          marks={marks}
          chosen={chosen}
          onPlace={onPlace}
          onRemove={onRemove}
          onChoose={onChoose}
        />
        <div className={styles.side}>
          <BackgroundChoice pictures={pictures} model={model} />
          <p className={styles.hint}>{sketchTexts.hint}</p>
          <SiteList sites={sites} marks={marks} chosen={chosen} onChoose={onChoose} />
        </div>
      </div>
    </PageModal>
  );
}
