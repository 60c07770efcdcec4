import { Drawer, type DrawerProps, Modal, type ModalProps } from 'antd';
import { usePageActive } from './pageState';

// Not among the page's popups, which vanish with it at once: these close with their motion, and let the body go when it has ended.
const outside = () => document.body;

// DESIGN §4.3: an overlay of a hidden page must neither show nor lock the body, and must come back with its text.

export function PageModal({ open, ...rest }: ModalProps) {
  const active = usePageActive();
  return <Modal getContainer={outside} {...rest} open={Boolean(open) && active} />;
}

export function PageDrawer({ open, ...rest }: DrawerProps) {
  const active = usePageActive();
  return <Drawer getContainer={outside} {...rest} open={Boolean(open) && active} />;
}
