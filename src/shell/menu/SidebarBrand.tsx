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
export function SidebarBrand({ collapsed }: { readonly collapsed: boolean }) {
  const organization = useSession((session) => session.user?.organization);
  const brand = useBrand((state) => state.brand);
  const product = useProductTitle();
  const [broken, setBroken] = useState<string>();
  const [wideLogo, setWideLogo] = useState<string>();
  const logo = organization?.logo ?? brand?.logoUrl;
  const shownLogo = logo && logo !== broken ? logo : undefined;
  const isLogoAlone = shownLogo !== undefined && wideLogo === shownLogo && !collapsed;
  return (
    <Link
      to={homePath}
      className={styles.brand}
      data-wide={isLogoAlone}
      aria-label={product}
      title={organization?.name ?? product}
    >
      {shownLogo ? (
        <img
          src={apiUrl(shownLogo)}
          alt=""
          onError={() => setBroken(shownLogo)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setWideLogo(naturalWidth >= naturalHeight * wideFrom ? shownLogo : undefined)
          }
        />
      ) : (
        <ExperimentOutlined aria-hidden />
      )}
      {!collapsed && !isLogoAlone && (
        <span>
          {brand?.titlePre && <small>{brand.titlePre}</small>}
          {product.length > 12 && brand?.shortTitle ? brand.shortTitle : product}
        </span>
      )}
    </Link>
  );
}
