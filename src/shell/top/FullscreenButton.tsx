import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSyncExternalStore } from 'react';
import screenfull from 'screenfull';
import { feedback } from '@/lib/feedback';
import { shellTexts } from '@/lib/texts/shellTexts';
import { messages } from '@contract/messages';

function subscribe(onChange: () => void): () => void {
  if (!screenfull.isEnabled) return () => undefined;
  screenfull.on('change', onChange);
  return () => screenfull.off('change', onChange);
}

export function toggleFullscreen(): void {
  if (!screenfull.isEnabled) {
    feedback.notify('warning', messages.fullScreenUnsupported);
    return;
  }
  // The browser may refuse, e.g. inside a frame.
  screenfull.toggle().catch(() => feedback.notify('warning', messages.fullScreenUnsupported));
}

export function FullscreenButton() {
  const isFullscreen = useSyncExternalStore(subscribe, () => screenfull.isEnabled && screenfull.isFullscreen);
  const label = isFullscreen ? shellTexts.leaveFullScreen : shellTexts.fullScreen;
  return (
    <Button
      type="text"
      icon={isFullscreen ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={label}
      aria-pressed={isFullscreen}
      title={label}
      onClick={toggleFullscreen}
    />
  );
}
