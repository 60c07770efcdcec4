import { Button } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import Pad, { type PointGroup } from 'signature_pad';
import { usePageDirty } from '@/session/tabs/pageState';
import { trimPicture } from './trimPicture';
import styles from './signature.module.css';

interface SignaturePadProps {
  /** Receives the drawing as a PNG cropped to the ink. The pad stays busy until the promise resolves. */
  readonly onDone: (drawing: File) => Promise<void>;
  readonly onCancel?: () => void;
  readonly label?: string;
}

/** Draws the strokes on the canvas, and returns the commands of the buttons. */
function usePad({ onDone }: Pick<SignaturePadProps, 'onDone'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad | null>(null);
  const [strokes, setStrokes] = useState(0);
  const [busy, setBusy] = useState(false);
  usePageDirty(`signature:${useId()}`, strokes > 0);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const newPad = new Pad(element, { minWidth: 0.8, maxWidth: 2.6, penColor: '#111' });
    pad.current = newPad;
    const count = () => setStrokes(newPad.toData().length);
    newPad.addEventListener('endStroke', count);
    // Resizing a canvas clears it, so the strokes are drawn again.
    const fitCanvas = () => {
      const savedStrokes: PointGroup[] = newPad.toData();
      const ratio = Math.max(window.devicePixelRatio || 1, 1);
      element.width = element.offsetWidth * ratio;
      element.height = element.offsetHeight * ratio;
      element.getContext('2d')?.scale(ratio, ratio);
      newPad.fromData(savedStrokes);
    };
    const observer = new ResizeObserver(fitCanvas);
    observer.observe(element);
    return () => {
      observer.disconnect();
      newPad.removeEventListener('endStroke', count);
      newPad.off();
      pad.current = null;
    };
  }, []);

  const undo = () => {
    const pointGroups = pad.current?.toData() ?? [];
    pad.current?.fromData(pointGroups.slice(0, -1));
    setStrokes(Math.max(0, pointGroups.length - 1));
  };
  const clearCanvas = () => {
    pad.current?.clear();
    setStrokes(0);
  };
  const finish = async () => {
    if (!canvas.current) return;
    setBusy(true);
    try {
      await onDone(await trimPicture(canvas.current));
    } finally {
      setBusy(false);
    }
  };
  return { canvas, strokes, busy, undo, clearCanvas, finish };
}

/** Canvas for a signature by mouse, pen or finger. Rotating a phone keeps the drawing. */
export function SignaturePad({ onDone, onCancel, label = '手写签名' }: SignaturePadProps) {
  const { canvas, strokes, busy, undo, clearCanvas, finish } = usePad({ onDone });

  return (
    <div className={styles.pad}>
      <canvas ref={canvas} className={styles.canvas} aria-label={label} role="img" />
      <div className={styles.bar}>
        <Button type="primary" loading={busy} disabled={strokes === 0} onClick={() => void finish()}>
          保存
        </Button>
        <Button disabled={strokes === 0 || busy} onClick={undo}>
          撤销一笔
        </Button>
        <Button disabled={strokes === 0 || busy} onClick={clearCanvas}>
          清空
        </Button>
        {onCancel && (
          <Button disabled={busy} onClick={onCancel}>
            取消
          </Button>
        )}
        <span className={styles.hint}>用鼠标、手写笔或手指在框内签名</span>
      </div>
    </div>
  );
}
