import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Api } from './api.js';

export const ApiContext = createContext<Api | undefined>(undefined);

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('There is no ApiContext around');
  return api;
}
