import { Alert, Button, Slider } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { PageModal } from '@/session/overlays';
import { printsWithoutBox, withoutBackground, type Pixels } from './pictureBackground';
import styles from './upload.module.css';

/** Longest side in px. Larger photographs are reduced first. A printed signature is 40 mm wide. */
const maxSidePixels = 1200;

/** Returns a picture's pixels. Throws if the browser can't decode it. */
async function pixelsOf(file: File): Promise<Pixels> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(1, maxSidePixels / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser has no canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return { data, width, height };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Draws pixels as a png file. */
async function pictureOf({ data, width, height }: Pixels, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const image = new ImageData(width, height);
  image.data.set(data);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  return new File([blob], `${name}.png`, { type: 'image/png' });
}

interface BackgroundDialogProps {
  readonly file: File | null;
  /** What the picture is, e.g. 签名. */
  readonly picture: string;
  readonly onDone: (file: File) => void;
  readonly onCancel: () => void;
}

/** Returns the picture without its background, and the state of the removal. */
function useBackgroundRemoval(file: File | null, picture: string) {
  const [pixels, setPixels] = useState<Pixels | null>(null);
  const [ink, setInk] = useState(0.4);
  const [cutOutImage, setCutOutImage] = useState<{ file: File; url: string } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    setPixels(null);
    setFailed(false);
    setInk(0.4);
    if (file) pixelsOf(file).then(setPixels, () => setFailed(true));
  }, [file]);
  useEffect(() => {
    setCutOutImage(null);
    if (!pixels) return;
    const cutOutPixels = withoutBackground(pixels, ink);
    setFailed(!cutOutPixels);
    if (!cutOutPixels) return;
    let url: string | null = null;
    let isCurrent = true;
    void pictureOf(cutOutPixels, picture).then((imageFile) => {
      if (!isCurrent) return;
      url = URL.createObjectURL(imageFile);
      setCutOutImage({ file: imageFile, url });
    });
    return () => {
      isCurrent = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [pixels, ink, picture]);
  // Without removal, any other picture would be printed as a grey box.
  const hasNoBackground = useMemo(() => pixels !== null && printsWithoutBox(pixels), [pixels]);
  return { cut: cutOutImage, failed: hasFailed, bare: hasNoBackground, ink, setInk };
}

/** Shows a chosen picture of a signature or a seal with its background removed, before it is saved. */
export function BackgroundDialog({ file, picture, onDone, onCancel }: BackgroundDialogProps) {
  const {
    cut: cutOutImage,
    failed: hasFailed,
    bare: hasNoBackground,
    ink,
    setInk,
  } = useBackgroundRemoval(file, picture);
  return (
    <PageModal
      open={file !== null}
      title={`${picture}图片`}
      width={560}
      onCancel={onCancel}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          取消
        </Button>,
        hasNoBackground && (
          <Button key="asIs" onClick={() => file && onDone(file)}>
            使用原图
          </Button>
        ),
        <Button key="ok" type="primary" disabled={!cutOutImage} onClick={() => cutOutImage && onDone(cutOutImage.file)}>
          {`使用去除背景后的${picture}`}
        </Button>,
      ]}
    >
      <p className={styles.quiet}>{`已去除纸张和阴影，只保留${picture}。颜色过浅或残留背景时，拖动滑块调整。`}</p>
      {hasFailed && (
        <Alert
          type="warning"
          showIcon
          title={`没有识别出${picture}，请使用白纸上颜色较深的${picture}${hasNoBackground ? '，或使用原图' : ''}`}
        />
      )}
      {cutOutImage && <img src={cutOutImage.url} alt={`去除背景后的${picture}`} className={styles.cut} />}
      <Slider
        min={0.1}
        max={0.9}
        step={0.05}
        value={ink}
        onChange={setInk}
        tooltip={{ open: false }}
        ariaLabelForHandle="颜色深浅"
      />
    </PageModal>
  );
}
