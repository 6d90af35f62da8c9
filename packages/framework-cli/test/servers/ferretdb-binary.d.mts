export declare function ferretdbBinary(): string;
