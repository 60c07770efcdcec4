import { ExperimentOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { apiUrl } from '@/api/apiUrl';
import { useProductTitle } from '@/lib/browser/pageTitle';
import { useBrand } from '@/session/brandStore';
import { useSession } from '@/session/sessionStore';
import { homePath } from '@contract/routes';
import styles from '../shell.module.css';

/** Ratio of width to height from which a logo contains the name and replaces the title. */
const wideFrom = 2.5;

/** Shows the logo of the organization, else the platform's, else the product's. A wide logo replaces the title. */
export function Brand({ collapsed }: { readonly collapsed: boolean }) {
  const organization = useSession((session) => session.user?.organization);
  const brand = useBrand((state) => state.brand);
  const product = useProductTitle();
  const [broken, setBroken] = useState<string>();
  const [wide, setWide] = useState<string>();
  const logo = organization?.logo ?? brand?.logoUrl;
  const shown = logo && logo !== broken ? logo : undefined;
  const alone = shown !== undefined && wide === shown && !collapsed;
  return (
    <Link
      to={homePath}
      className={styles.brand}
      data-wide={alone}
      aria-label={product}
      title={organization?.name ?? product}
    >
      {shown ? (
        <img
          src={apiUrl(shown)}
          alt=""
          onError={() => setBroken(shown)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setWide(naturalWidth >= naturalHeight * wideFrom ? shown : undefined)
          }
        />
      ) : (
        <ExperimentOutlined aria-hidden />
      )}
      {!collapsed && !alone && (
        <span>
          {brand?.titlePre && <small>{brand.titlePre}</small>}
          {product.length > 12 && brand?.shortTitle ? brand.shortTitle : product}
        </span>
      )}
    </Link>
  );
}
