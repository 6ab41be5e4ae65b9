/** Links and addresses for screens over our own history: all that the console needs of a router. */
import { type ComponentProps, type MouseEvent, createContext, use, useEffect } from 'react';
import { type Place, type To, hrefOf, navigator } from './history.ts';

const Here = createContext<Place | null>(null);
/** Everything inside knows the address. */
export const RouteProvider = Here.Provider;

export function useLocation(): Place {
  const place = use(Here);
  if (!place) throw new Error('This needs an address around it');
  return place;
}

interface GoOptions {
  replace?: boolean;
  state?: unknown;
}
/** A number of steps through the history, or an address; one without a path stays on the screen. */
function go(to: To | number, { replace, state }: GoOptions = {}): void {
  if (typeof to === 'number') navigator.go(to);
  else if (replace) navigator.replace(to, state);
  else navigator.push(to, state);
}
export const useNavigate = () => go;

/** Takes whoever comes here to another address. */
export function Navigate({ to, replace = false }: { to: To; replace?: boolean }) {
  useEffect(() => go(to, { replace }), [to, replace]);
  return null;
}

/** A click that opens another tab or window is the browser's. */
const isOurs = (event: MouseEvent, target: string | undefined): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  (!target || target === '_self') &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  replace?: boolean | undefined;
}

export function Link({ to, replace, onClick, children, ...rest }: LinkProps) {
  const { pathname, search, hash } = useLocation();
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (!isOurs(event, rest.target)) return;
    event.preventDefault();
    // The same place again is no step for the back button.
    go(to, { replace: replace ?? to === pathname + search + hash });
  };
  return (
    <a {...rest} href={hrefOf(to)} onClick={press}>
      {children}
    </a>
  );
}

/** A link of a menu: marked where it leads to the present screen. */
export function NavLink({ className = '', ...rest }: LinkProps) {
  const isHere = useLocation().pathname === rest.to;
  return (
    <Link
      {...rest}
      className={isHere ? `${className} active` : className}
      aria-current={isHere ? 'page' : undefined}
    />
  );
}
