import CameraOutlined from '@ant-design/icons/CameraOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import VideoCameraOutlined from '@ant-design/icons/VideoCameraOutlined';
import { type ReactNode, useRef, useState } from 'react';
import { momentText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { usePageDirty } from '@/session/tabs/pageState';
import { fixedDictionaries } from '@contract/dictionaries';
import { activityAt, siteActivities } from '@contract/features/fieldwork/samples/mediaStages';
import type { MediaRow } from '@contract/features/fieldwork/samples/siteData';
import { uploadHint, uploadRules } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import { isPrintable, notPrintable } from '@contract/print/printedPicture';
import { BlobPicture } from '../site/BlobPicture';
import type { SectionProps } from '../site/SiteFrame';
import { writeDelete, writeNew } from '../site/siteWrites';
import { Chips, TextField } from '../site/touchInputs';
import { UnsentMark } from '../site/UnsentMark';
import type { WithUnsentItem, ShownSite } from '../site/unsentOverlay';
import { currentPosition } from './currentPosition';
import { StoredMedia } from './StoredMedia';
import styles from '../site/site.module.css';

const { limit } = uploadRules.media;

const activityOptions = fixedDictionaries.sceneActivity.filter(({ value }) =>
  (siteActivities as readonly string[]).includes(value),
);

interface CaptureButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly accept: string;
  readonly camera: boolean;
  readonly onTake: (files: readonly File[]) => void;
}

/** Opens the phone's camera through a file input, which all phones support. */
function CaptureButton({ label, icon, accept, camera, onTake }: CaptureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={styles.take} onClick={() => input.current?.click()}>
        {icon}
        <span>{label}</span>
      </button>
      <input
        ref={input}
        className={styles.spoken}
        type="file"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        {...(camera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={({ target }) => {
          onTake([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

/** Buttons for a photograph, a video and the album. */
function CaptureButtons({ onTake }: Pick<CaptureButtonProps, 'onTake'>) {
  return (
    <div className={styles.takes} data-field="content">
      <CaptureButton label="拍照" icon={<CameraOutlined />} accept="image/*" camera onTake={onTake} />
      <CaptureButton label="录像" icon={<VideoCameraOutlined />} accept="video/*" camera onTake={onTake} />
      <CaptureButton
        label="从相册选"
        icon={<PictureOutlined />}
        accept="image/*,video/mp4,video/webm,video/quicktime"
        camera={false}
        onTake={onTake}
      />
    </div>
  );
}

interface MediaThumbnailProps {
  readonly row: WithUnsentItem<MediaRow>;
  /** True for a video. */
  readonly isVideo: boolean;
  readonly onOpen: () => void;
}

/** Small picture with its place and time. */
function MediaThumbnail({ row, isVideo, onOpen }: MediaThumbnailProps) {
  return (
    <li>
      <button type="button" className={styles.thumb} onClick={onOpen} aria-label={`${row.place} ${row.takenAt}`}>
        {row.pending?.files[0] ? (
          <BlobPicture blob={row.pending.files[0].blob} label={row.place} />
        ) : (
          <StoredMedia id={row.content} label={row.place} film={isVideo} small />
        )}
      </button>
      <div className={styles.cardHead}>
        <span className={styles.ellipsis}>{row.place}</span>
        <UnsentMark pending={row.pending} />
      </div>
      <div className={styles.quiet}>{row.takenAt?.slice(5, 16)}</div>
    </li>
  );
}

interface MediaViewerProps {
  readonly row: WithUnsentItem<MediaRow>;
  /** True for a video. */
  readonly isVideo: boolean;
  readonly project: number;
  readonly locked: boolean;
  readonly onDeleted: () => void;
}

/** Large picture, and the button that deletes it. */
function MediaViewer({ row, isVideo, project, locked, onDeleted }: MediaViewerProps) {
  const remove = async () => {
    if (!(await feedback.confirm(messages.confirmDelete, { danger: true }))) return;
    await writeDelete(project, 'siteMedia', row, `删除影像 ${row.place}`);
    onDeleted();
  };
  return (
    <div className={styles.viewer}>
      {row.pending?.files[0] ? (
        <BlobPicture blob={row.pending.files[0].blob} label={row.place} />
      ) : (
        <StoredMedia id={row.content} label={row.place} film={isVideo} />
      )}
      <p>
        {activityOptions.find(({ value }) => value === row.activity)?.label}　{row.takenAt}　{row.place}
        {row.latitude && row.longitude && `　${Number(row.latitude).toFixed(5)}, ${Number(row.longitude).toFixed(5)}`}
      </p>
      {row.remark && <p>{row.remark}</p>}
      {!locked && row.id > 0 && (
        <button type="button" className={styles.link} onClick={() => void remove()}>
          删除
        </button>
      )}
    </div>
  );
}

/** Returns the fields beside the camera's buttons, and the function that stores the files. */
function useMediaCapture(projectId: number, site: ShownSite) {
  const [place, setPlace] = useState<string | null>(null);
  // A picture of the survey may also be taken on the day of sampling.
  const [chosenActivity, setChosenActivity] = useState<string | null>(null);
  const activity = chosenActivity ?? activityAt(site.project.stage);
  const [remark, setRemark] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  usePageDirty('media', Boolean(remark));
  const takeMedia = async (files: readonly File[]) => {
    if (!files.length) return;
    const placeName = place?.trim() || site.project.unitName;
    if (files.some(({ type }) => type && !/^(image|video)\//.test(type)))
      return setError('只能选择照片或视频，请重新选择');
    if (files.some(({ type }) => type.startsWith('image/') && !isPrintable(type)))
      return setError(notPrintable('照片'));
    if (files.some(({ size }) => size > limit)) return setError('照片或视频不能超过100 MB，请缩短视频后再拍');
    setError(null);
    const spot = await currentPosition();
    let allKept = true;
    for (const file of files) {
      const takenAt = momentText(new Date(Math.min(Date.now(), file.lastModified || Date.now())));
      await writeNew(
        projectId,
        'siteMedia',
        { activity, place: placeName.slice(0, 100), takenAt, remark, ...spot },
        `影像 ${placeName} ${takenAt.slice(11, 16)}`,
        [{ field: 'content', name: file.name || '照片.jpg', fileClass: 'media', blob: file }],
      ).catch(() => (allKept = false));
    }
    // If the file could not be stored, the remark stays for the next attempt.
    if (allKept) setRemark(null);
  };
  return { place, setPlace, activity, setActivity: setChosenActivity, remark, setRemark, error, take: takeMedia };
}

interface CaptureFormProps {
  readonly site: ShownSite;
  readonly taking: ReturnType<typeof useMediaCapture>;
}

/** Place, remark and the buttons that open camera and album. */
function CaptureForm({ site, taking }: CaptureFormProps) {
  const { place, setPlace, activity, setActivity, remark, setRemark, error, take } = taking;
  const places = [
    ...new Set(site.samples.flatMap((row) => (row.place ? [[row.workshop, row.place].filter(Boolean).join(' ')] : []))),
  ].slice(0, 12);
  return (
    <div className={styles.formColumn} role="group" aria-label="拍摄">
      <h2 className={styles.sectionTitle}>拍摄</h2>
      <Chips
        label="环节"
        hasVisibleLabel
        shape="even"
        options={activityOptions}
        chosenValues={[activity]}
        onChoose={setActivity}
      />
      <TextField
        label="地点"
        value={place}
        onChange={setPlace}
        maxLength={100}
        placeholder={site.project.unitName}
        hint="拍摄前选择或填写"
      />
      {places.length > 0 && (
        <Chips
          label="采样点"
          shape="scroll"
          options={places.map((value) => ({ value, label: value }))}
          chosenValues={[place ?? '']}
          onChoose={setPlace}
        />
      )}
      <TextField label="说明" value={remark} onChange={setRemark} maxLength={200} />
      <p className={styles.quiet}>{uploadHint('media')}</p>
      {error && (
        <p className={styles.refusal} role="alert">
          {error}
        </p>
      )}
      <CaptureButtons onTake={(files) => void take(files)} />
    </div>
  );
}

/** 多媒体: photographs and videos of the work, each with time and place. */
export function MediaSection({ project, site, locked }: SectionProps) {
  const taking = useMediaCapture(project, site);
  const [openedMedia, setOpenedMedia] = useState<WithUnsentItem<MediaRow> | null>(null);
  const films = new Set(site.films);
  return (
    <div className={styles.columns} data-first="form">
      <div className={styles.listColumn}>
        <h2 className={styles.sectionTitle}>现场影像　{site.media.length}</h2>
        {site.media.length === 0 && (
          <p className={styles.nothing}>还没有照片和视频。请拍摄工作场所、采样点、采样过程和生产状况。</p>
        )}
        <ul className={styles.media}>
          {[...site.media].reverse().map((row) => (
            <MediaThumbnail
              key={row.id}
              row={row}
              isVideo={films.has(row.content)}
              onOpen={() => setOpenedMedia(row)}
            />
          ))}
        </ul>
      </div>
      {!locked && <CaptureForm site={site} taking={taking} />}
      <PageModal
        title={openedMedia?.place}
        open={openedMedia !== null}
        onCancel={() => setOpenedMedia(null)}
        footer={null}
        width={860}
        destroyOnHidden
      >
        {openedMedia && (
          <MediaViewer
            row={openedMedia}
            isVideo={films.has(openedMedia.content)}
            project={project}
            locked={locked}
            onDeleted={() => setOpenedMedia(null)}
          />
        )}
      </PageModal>
    </div>
  );
}
