// The HubOptions module.
