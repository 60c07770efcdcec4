import { Alert, Button, Slider, Upload } from 'antd';
import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { uploadFile } from '@/api/files';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { messages } from '@contract/messages';
import { type Profile, useReloadProfile } from './useProfile';
import styles from './center.module.css';

/** Side length in px: twice the largest size at which it is shown, for sharp displays. */
const sideLength = 320;
const fileTypeHint = '请选择png、jpg、gif或webp图片；SVG、网页等其他文件不能作头像';

/** Returns the selected square as a new image, without the camera's metadata (place, device). */
async function cropPicture(url: string, { x, y, width, height }: Area): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = sideLength;
  canvas.height = sideLength;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, sideLength, sideLength);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  return new File([blob], '头像.png', { type: 'image/png' });
}

/** Checks whether the browser can decode the image. The server checks it, too. */
async function isReadable(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return true;
  } catch {
    return false;
  }
}

/** Returns an address of the file for the browser; null if the browser can't show it as a picture. */
async function addressOf(file: File): Promise<string | null> {
  if (!/^image\/(png|jpeg|gif|webp)$/.test(file.type)) return null;
  const url = URL.createObjectURL(file);
  if (await isReadable(url)) return url;
  URL.revokeObjectURL(url);
  return null;
}

/** Crop area: the picture with a round frame, moved by dragging and sized by the slider. */
function CropArea({ url, onArea }: { readonly url: string; readonly onArea: (area: Area) => void }) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={styles.cropper}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onArea(pixels)}
        />
      </div>
      <div className={styles.zoom}>
        <span>缩放</span>
        <div>
          <Slider
            min={1}
            max={4}
            step={0.05}
            value={zoom}
            onChange={setZoom}
            tooltip={{ open: false }}
            ariaLabelForHandle="缩放"
          />
        </div>
      </div>
    </>
  );
}

interface PictureChoiceProps {
  readonly busy: boolean;
  readonly choose: (file: File) => Promise<void>;
  readonly url: string | null;
}

/** Button for choosing the picture, or another one. */
function PictureChoice({ busy, choose, url }: PictureChoiceProps) {
  return (
    <>
      <Upload
        accept=".png,.jpg,.jpeg,.gif,.webp"
        showUploadList={false}
        disabled={busy}
        beforeUpload={(file) => {
          void choose(file);
          return false;
        }}
      >
        <Button>{url ? '换一张图片' : '选择图片'}</Button>
      </Upload>
      <p className={styles.quiet}>10 MB以内的png、jpg、gif或webp图片，选择后拖动和缩放，取圆圈内的部分。</p>
    </>
  );
}

export function AvatarDialog({ open, profile, onClose }: { open: boolean; profile: Profile; onClose: () => void }) {
  const reloadProfile = useReloadProfile();
  const [url, setUrl] = useState<string | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);

  const close = () => {
    setUrl(null);
    setError(null);
    onClose();
  };
  const choose = async (file: File) => {
    setError(null);
    const picture = await addressOf(file);
    setUrl(picture);
    if (picture === null) setError(fileTypeHint);
  };
  const save = async (avatar: () => Promise<string | null>) => {
    setBusy(true);
    try {
      await client.put('api/user/center', { version: profile.version, avatar: await avatar() }, { quiet: true });
      await reloadProfile();
      feedback.notify('success', messages.edited);
      close();
    } catch (failure) {
      setError(failureOf(failure).pageText);
    } finally {
      setBusy(false);
    }
  };

  return (
    <PageModal
      open={open}
      title="修改头像"
      width={480}
      mask={{ closable: false }}
      onCancel={close}
      footer={[
        profile.avatar && !url ? (
          <Button key="remove" danger disabled={busy} onClick={() => void save(async () => null)}>
            移除头像
          </Button>
        ) : null,
        <Button key="cancel" disabled={busy} onClick={close}>
          取消
        </Button>,
        <Button
          key="ok"
          type="primary"
          loading={busy}
          disabled={!url || !area}
          onClick={() =>
            url && area && void save(async () => (await uploadFile(await cropPicture(url, area), 'image')).id)
          }
        >
          保存
        </Button>,
      ]}
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 12 }} />}
      {url && <CropArea url={url} onArea={setArea} />}
      <PictureChoice busy={busy} choose={choose} url={url} />
    </PageModal>
  );
}
