import { ConfigProvider } from 'antd';
import { type ReactNode, useCallback, useRef } from 'react';
import { createPortal } from 'react-dom';

interface PagePopupsProps {
  readonly active: boolean;
  readonly children: ReactNode;
}

/**
 * Lists, menus and hints that a page opens hang on the body, where hiding the page would leave them standing over the
 * next one
 * (DESIGN §4.3): they get a place there that is hidden with their page.
 */
export function PagePopups({ active, children }: PagePopupsProps) {
  const host = useRef<HTMLDivElement>(null);
  const container = useCallback(() => host.current ?? document.body, []);
  return (
    <ConfigProvider getPopupContainer={container}>
      {children}
      {createPortal(
        <div ref={host} data-page-popups style={active ? undefined : { display: 'none' }} />,
        document.body,
      )}
    </ConfigProvider>
  );
}
